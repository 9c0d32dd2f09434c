package goku.root.admission;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import io.github.bucket4j.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A rate limit per metric across all clients. A dashboard that many users open at once therefore
/// cannot take all capacity of the shards of its metrics. Thread-safe.
public final class MetricRates {
  private static final int MAX_METRICS = 10_000;

  private final AdmissionMetrics metrics;
  private final @Nullable TokenBuckets buckets;

  MetricRates(AdmissionConfig config, AdmissionMetrics metrics, LongSupplier nanoTime) {
    this.metrics = metrics;
    RateLimit limit =
        config.limit(
            config.rateLimitPerMetric(),
            "rate-limit-per-metric",
            AdmissionOutcome.METRIC_RATE,
            nanoTime);
    buckets = limit == null ? null : new TokenBuckets(limit, MAX_METRICS);
  }

  /// Charges one query to each of its metrics. If a metric is over its limit, the others get their
  /// token back.
  ///
  /// @throws HttpError 429 if one of the metrics is over its limit
  public void take(Stream<String> asked) {
    if (buckets == null) {
      return;
    }
    EventLoop.leave(); // a restarted request would be charged again
    List<Bucket> paid = new ArrayList<>();
    try {
      for (String metric : asked.distinct().toList()) {
        paid.add(buckets.take(metric, "The metric " + metric + " received", metrics));
      }
    } catch (HttpError e) {
      paid.forEach(bucket -> bucket.addTokens(1));
      throw e;
    }
  }
}
