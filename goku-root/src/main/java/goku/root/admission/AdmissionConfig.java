package goku.root.admission;

import goku.config.Key;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What protects the root from too many queries. A limit that is exceeded is named, with its
/// setting, in the error.
///
/// @param rateLimit of all clients together, beyond it 429; 0 for none
/// @param rateLimitPerClient of one client: a user or the holder of a token where the port has an
///   `auth-file`, else an address (of IPv6 its network of 64 bits); beyond it 429; 0 for none
/// @param rateLimitPerMetric of queries that ask for the same metric; beyond it 429; 0 for none
/// @param rateLimitBurst what a dashboard of many panels needs that asks once a minute
/// @param maxConcurrentQueries see `concurrentQueries`
/// @param maxQueuedQueries beyond it 503
public record AdmissionConfig(
    @Key(
            value = "rate-limit",
            doc = "queries a second of all clients; more are answered 429; 0 for no limit",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int rateLimit,
    @Key(
            value = "rate-limit-per-client",
            doc =
                "queries a second of each client, which is a user, or an address where nobody logs"
                    + " in; more are answered 429; 0 for no limit",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int rateLimitPerClient,
    @Key(
            value = "rate-limit-per-metric",
            doc =
                "queries a second that ask for the same metric, whoever asks; more are answered"
                    + " 429; 0 for no limit",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int rateLimitPerMetric,
    @Key(
            value = "rate-limit-burst",
            doc = "as many queries as a rate allows in this time may come at once after a pause",
            byDefault = "10s",
            min = 1_000,
            max = 3_600_000)
        Duration rateLimitBurst,
    @Key(
            value = "max-concurrent-queries",
            doc = "queries at work at the same time; 0 for 32 for each processor",
            byDefault = "0",
            min = 0,
            max = 1_000_000)
        int maxConcurrentQueries,
    @Key(
            value = "max-queued-queries",
            doc =
                "queries that may wait for their turn, which counts against query-timeout; more are"
                    + " answered 503",
            byDefault = "256",
            min = 0,
            max = 1_000_000)
        int maxQueuedQueries) {
  private static final int QUERIES_PER_PROCESSOR = 32;

  /// Queries at work at the same time. By default enough that those which wait for nodes do not
  /// leave processors idle, and few enough that each gets on.
  int concurrentQueries() {
    return maxConcurrentQueries > 0
        ? maxConcurrentQueries
        : QUERIES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
  }

  /// One of the rates; null where there is no limit.
  @Nullable RateLimit limit(
      int perSecond, String setting, AdmissionOutcome refusal, LongSupplier nanoTime) {
    return perSecond == 0
        ? null
        : new RateLimit(new RefillRate(perSecond, rateLimitBurst, nanoTime), setting, refusal);
  }
}
