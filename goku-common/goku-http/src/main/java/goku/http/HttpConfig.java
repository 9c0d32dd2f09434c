package goku.http;

import goku.config.ConfigLoader;
import goku.config.Key;

/// The public port.
///
/// @param bind address to listen on
/// @param port for HTTP and the line protocol alike; 0 picks a free one
public record HttpConfig(
    @Key(value = "bind", doc = "address to listen on", byDefault = "0.0.0.0") String bind,
    @Key(
            value = "port",
            doc = "port for HTTP and put lines; 0 picks a free one",
            byDefault = "4242",
            min = 0,
            max = 65_535)
        int port,
    @Key(value = "", doc = "everything else about the port") HttpOptions options) {

  /// The defaults on an address of one's own.
  public static HttpConfig standard(String bind, int port) {
    return new HttpConfig(bind, port, ConfigLoader.defaults(HttpOptions.class));
  }
}
