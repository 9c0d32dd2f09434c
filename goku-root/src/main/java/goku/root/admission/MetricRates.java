package goku.root.admission;

import goku.eventloop.EventLoop;
import goku.http.HttpError;
import io.github.bucket4j.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Queries a second that ask for the same metric, whoever asks: a dashboard that everybody opened
/// does not keep the shards of one group from all else. Thread-safe.
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

  /// One query asks for these, each of which counts once for it. When one of them is refused, none
  /// has paid.
  ///
  /// @throws HttpError 429 if one of them was asked for too often
  public void take(Stream<String> asked) {
    if (buckets == null) {
      return;
    }
    EventLoop.leave(); // a second attempt would pay again
    List<Bucket> paid = new ArrayList<>();
    try {
      for (String metric : asked.distinct().toList()) {
        paid.add(buckets.take(metric, "For the metric " + metric + " came", metrics));
      }
    } catch (HttpError e) {
      paid.forEach(bucket -> bucket.addTokens(1));
      throw e;
    }
  }
}
