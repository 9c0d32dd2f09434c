package goku.root.admission;

import goku.config.Key;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The limits that protect the root from too many queries. The error for an exceeded limit names
/// the limit and its setting.
///
/// @param rateLimit the rate of all clients together; 429 above it; 0 for no limit
/// @param rateLimitPerClient the rate of one client: a user or the holder of a token if the port
///   has an `auth-file`, otherwise an address (for IPv6 its /64 network); 429 above it; 0 for no
///   limit
/// @param rateLimitPerMetric the rate of queries for one metric; 429 above it; 0 for no limit
/// @param rateLimitBurst long enough for a dashboard with many panels that refreshes once a minute
/// @param maxConcurrentQueries see `concurrentQueries`
/// @param maxQueuedQueries the size of the queue; 503 above it
public record AdmissionConfig(
    @Key(
            value = "rate-limit",
            doc = "queries per second of all clients; more are answered 429; 0 for no limit",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int rateLimit,
    @Key(
            value = "rate-limit-per-client",
            doc =
                "queries per second of one client (a user, or an address if there is no login);"
                    + " more are answered 429; 0 for no limit",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int rateLimitPerClient,
    @Key(
            value = "rate-limit-per-metric",
            doc =
                "queries per second for one metric, from all clients; more are answered 429; 0"
                    + " for no limit",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int rateLimitPerMetric,
    @Key(
            value = "rate-limit-burst",
            doc = "burst after a pause: the number of queries that a rate allows in this time",
            byDefault = "10s",
            min = 1_000,
            max = 3_600_000)
        Duration rateLimitBurst,
    @Key(
            value = "max-concurrent-queries",
            doc = "queries that run at the same time; 0 for 32 per processor",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int maxConcurrentQueries,
    @Key(
            value = "max-queued-queries",
            doc =
                "queries that may wait in the queue; the wait counts against query-timeout; more"
                    + " are answered 503",
            byDefault = "256",
            min = 0,
            max = 1_000_000)
        int maxQueuedQueries) {
  private static final int QUERIES_PER_PROCESSOR = 32;

  /// Returns the limit on concurrent queries. The default is high enough that processors do not
  /// idle while queries wait for nodes, and low enough that every query progresses.
  int concurrentQueries() {
    return maxConcurrentQueries > 0
        ? maxConcurrentQueries
        : QUERIES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
  }

  /// Returns one of the rate limits; null if there is no limit.
  @Nullable RateLimit limit(
      int perSecond, String setting, AdmissionOutcome refusal, LongSupplier nanoTime) {
    return perSecond == 0
        ? null
        : new RateLimit(new RefillRate(perSecond, rateLimitBurst, nanoTime), setting, refusal);
  }
}
