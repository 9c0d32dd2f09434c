package goku.http;

import goku.config.ConfigLoader;
import goku.config.Key;

/// The settings of the public port.
///
/// @param bind the address to listen on
/// @param port the port for HTTP and the line protocol; 0 picks a free one
public record HttpConfig(
    @Key(value = "bind", doc = "address to listen on", byDefault = "0.0.0.0") String bind,
    @Key(
            value = "port",
            doc = "port for HTTP and put lines; 0 picks a free one",
            byDefault = "4242",
            min = 0,
            max = 65_535)
        int port,
    @Key(value = "", doc = "further settings of the port") HttpOptions options) {

  /// Returns these settings, with everything on that OpenTSDB has on if `strict` is true.
  public HttpConfig strictIf(boolean strict) {
    return new HttpConfig(bind, port, options.strictIf(strict));
  }

  /// Returns the defaults with the given address.
  public static HttpConfig standard(String bind, int port) {
    return new HttpConfig(bind, port, ConfigLoader.defaults(HttpOptions.class));
  }
}
