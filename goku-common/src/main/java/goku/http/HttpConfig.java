package goku.http;

import goku.config.ConfigLoader;
import goku.config.DataSize;
import goku.config.Key;
import java.time.Duration;
import java.util.List;

/// The public port and its limits.
///
/// @param bind address to listen on
/// @param port for HTTP and the line protocol alike; 0 picks a free one
/// @param maxBody of a request as it is sent
/// @param maxUnzipped of a request sent as gzip, after unzipping
/// @param maxLine of the line protocol, without its end
/// @param maxRequests in work at the same time; more are answered with 503
/// @param maxConnections open at the same time; more are closed at once
/// @param idleTimeout after which a connection without traffic is closed
/// @param headTimeout from the first byte of a request to the end of its headers
/// @param corsDomains origins that browsers may call from; `*` is all of them
public record HttpConfig(
    @Key(value = "bind", doc = "address to listen on", byDefault = "0.0.0.0") String bind,
    @Key(
            value = "port",
            doc = "port for HTTP and put lines; 0 picks a free one",
            byDefault = "4242",
            min = 0,
            max = 65_535)
        int port,
    @Key(
            value = "max-body",
            doc = "largest body of a request, as sent",
            byDefault = "64MiB",
            min = 1_024,
            max = 1_073_741_824)
        DataSize maxBody,
    @Key(
            value = "max-unzipped",
            doc = "largest body of a request, unzipped",
            byDefault = "256MiB",
            min = 1_024,
            max = 1_073_741_824)
        DataSize maxUnzipped,
    @Key(
            value = "max-line",
            doc = "longest put line",
            byDefault = "64KiB",
            min = 64,
            max = 16_777_216)
        DataSize maxLine,
    @Key(
            value = "max-requests",
            doc = "requests in work at the same time",
            byDefault = "256",
            min = 1,
            max = 1_000_000)
        int maxRequests,
    @Key(
            value = "max-connections",
            doc = "connections open at the same time",
            byDefault = "10000",
            min = 1,
            max = 1_000_000)
        int maxConnections,
    @Key(
            value = "idle-timeout",
            doc = "close a connection without traffic after this time",
            byDefault = "5m",
            min = 1)
        Duration idleTimeout,
    @Key(
            value = "head-timeout",
            doc = "longest time that the headers of a request may take to arrive",
            byDefault = "30s",
            min = 1)
        Duration headTimeout,
    @Key(
            value = "cors-domains",
            doc = "origins that browsers may call from, * for all; none refuses OPTIONS")
        List<String> corsDomains) {

  public HttpConfig {
    corsDomains = List.copyOf(corsDomains);
  }

  /// The defaults above on an address of one's own.
  public static HttpConfig standard(String bind, int port) {
    return ConfigLoader.defaults(HttpConfig.class, "--bind=" + bind, "--port=" + port);
  }
}
