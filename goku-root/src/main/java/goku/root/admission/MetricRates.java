package goku.root.admission;

import goku.http.HttpError;
import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Queries a second that ask for the same metric, whoever asks: a dashboard that everybody opened
/// does not keep the shards of one group from all else. Thread-safe.
public final class MetricRates {
  private static final int MAX_METRICS = 10_000;

  private final AdmissionMetrics metrics;
  private final @Nullable RateLimit limit;
  private final @Nullable NamedBuckets buckets;

  /// @param nanoTime of the rates, as of `System.nanoTime()`
  public MetricRates(AdmissionConfig config, MeterRegistry registry, LongSupplier nanoTime) {
    metrics = new AdmissionMetrics(registry);
    Rate rate = config.rate(config.rateLimitPerMetric(), nanoTime);
    limit = rate == null ? null : new RateLimit(rate, "rate-limit-per-metric", Outcome.METRIC_RATE);
    buckets = rate == null ? null : new NamedBuckets(rate, MAX_METRICS);
  }

  /// One query asks for these, each of which counts once for it. When one of them is refused, none
  /// has paid.
  ///
  /// @throws HttpError 429 if one of them was asked for too often
  public void take(Collection<String> asked) {
    if (limit == null || buckets == null) {
      return;
    }
    List<Bucket> paid = new ArrayList<>();
    try {
      for (String metric : new LinkedHashSet<>(asked)) {
        Bucket bucket = buckets.of(metric);
        limit.take(bucket, "For the metric " + metric + " came", metrics);
        paid.add(bucket);
      }
    } catch (HttpError e) {
      paid.forEach(bucket -> bucket.addTokens(1));
      throw e;
    }
  }
}
