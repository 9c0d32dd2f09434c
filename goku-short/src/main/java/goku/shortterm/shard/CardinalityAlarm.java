package goku.shortterm.shard;

import goku.cardinality.SoftLimits;
import goku.fault.TroubleLog;
import goku.index.Cardinality;
import goku.index.IndexLimits;
import goku.index.MetricCount;
import goku.index.SeriesIndex;
import goku.model.ShardId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A warning about the shard and its metrics near their limits of series, with the tag that has too
/// many values, and another one if they exceed the limit by more than the margin that ingestors
/// need: then an ingestor did not know the limit. The shard stores these series too, because their
/// datapoints are acknowledged. Owned by the writer, except the numbers.
final class CardinalityAlarm {
  private static final Logger LOG = LoggerFactory.getLogger(CardinalityAlarm.class);

  /// The key of the whole shard. No metric is empty.
  private static final String SHARD = "";

  private final ShardId shard;
  private final SeriesIndex index;
  private final IndexLimits limits;
  private final Map<String, TroubleLog> near = new HashMap<>();
  private final Map<String, TroubleLog> beyond = new HashMap<>();

  // for gauges, which read them on other threads
  private volatile int nearCount;
  private volatile int beyondCount;

  CardinalityAlarm(ShardId shard, SeriesIndex index, IndexLimits limits) {
    this.shard = shard;
    this.index = index;
    this.limits = limits;
  }

  /// Returns the number of limits of which 80 % or more are used. Any thread.
  int near() {
    return nearCount;
  }

  /// Returns the number of limits that are exceeded by more than the margin. Any thread.
  int beyond() {
    return beyondCount;
  }

  /// Warns, or ends warnings. Called about every second.
  void review() {
    Cardinality cardinality = index.cardinality();
    cardinality.forgetOthers();
    for (MetricCount.Near metric : cardinality.nearLimit()) {
      review(metric.count().metric(), metric.count().series(), limits.seriesPerMetric());
    }
    review(SHARD, index.size(), limits.seriesPerShard());
    end(near, SoftLimits::warningAt);
    end(beyond, limit -> SoftLimits.withMargin(limit) + 1);
    nearCount = near.size();
    beyondCount = beyond.size();
  }

  private void review(String metric, long series, long limit) {
    if (series >= SoftLimits.warningAt(limit) && !near.containsKey(metric)) {
      near.put(metric, begun(Level.WARN, "series near limit", metric, series, limit));
    }
    if (series > SoftLimits.withMargin(limit) && !beyond.containsKey(metric)) {
      beyond.put(metric, begun(Level.ERROR, "series beyond limit", metric, series, limit));
    }
  }

  private TroubleLog begun(Level level, String event, String metric, long series, long limit) {
    boolean all = metric.equals(SHARD);
    String fields = all ? "shard=" + shard : "shard=%s metric=%s".formatted(shard, metric);
    var log = new TroubleLog(LOG, level, event, fields);
    log.begin(
        all
            ? "%d series, max-series-per-shard is %d; the largest metrics are %s"
                .formatted(series, limit, largest())
            : "%d series, max-series-per-metric is %d; the tag key with the most values is %s"
                .formatted(series, limit, index.cardinality().explodingKey(metric).orElse("none")),
        null);
    return log;
  }

  /// @param least the number of series below which a trouble has ended, by the limit
  private void end(Map<String, TroubleLog> all, LongUnaryOperator least) {
    all.entrySet()
        .removeIf(
            one -> {
              boolean ends = seriesOf(one.getKey()) < least.applyAsLong(limitOf(one.getKey()));
              if (ends) {
                one.getValue().end();
              }
              return ends;
            });
  }

  private long seriesOf(String metric) {
    return metric.equals(SHARD) ? index.size() : index.cardinality().seriesOf(metric);
  }

  private long limitOf(String metric) {
    return metric.equals(SHARD) ? limits.seriesPerShard() : limits.seriesPerMetric();
  }

  private String largest() {
    return index.cardinality().largestMetrics(3).stream()
        .map(count -> "%s (%d)".formatted(count.metric(), count.series()))
        .collect(Collectors.joining(", "));
  }
}
