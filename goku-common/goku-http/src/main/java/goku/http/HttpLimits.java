package goku.http;

import goku.config.DataSize;
import goku.config.Key;
import java.time.Duration;

/// The limits of the public port.
///
/// @param maxBody the largest body of a request, as sent
/// @param maxUnzipped the largest body of a gzip request, unzipped
/// @param maxLine the longest line of the line protocol, without its terminator
/// @param maxRequests the number of requests in progress; further ones get 503
/// @param connectionsLimit the number of open connections; a further one replaces the connection
///   that has been idle for longest. If none is idle, it answers only health checks, and beyond a
///   few such connections is closed at once
/// @param idleTimeout the time without traffic after which a connection is closed
/// @param headTimeout the longest time from the first byte of a request to the end of its headers,
///   and from the first byte of a telnet connection to the end of its first line
public record HttpLimits(
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
            doc = "requests in progress, including queued queries",
            byDefault = "1024",
            min = 1,
            max = 1_000_000)
        int maxRequests,
    @Key(
            value = "connections-limit",
            doc = "connections open at the same time",
            byDefault = "10000",
            min = 1,
            max = 1_000_000)
        int connectionsLimit,
    @Key(
            value = "idle-timeout",
            doc = "close a connection without traffic after this time",
            byDefault = "5m",
            min = 1)
        Duration idleTimeout,
    @Key(
            value = "head-timeout",
            doc =
                "longest time that the headers of a request, or the first line of a telnet"
                    + " connection, may take to arrive",
            byDefault = "30s",
            min = 1)
        Duration headTimeout) {

  /// Returns these limits with another number of connections.
  HttpLimits withConnections(int limit) {
    return new HttpLimits(
        maxBody, maxUnzipped, maxLine, maxRequests, limit, idleTimeout, headTimeout);
  }
}
