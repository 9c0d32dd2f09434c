package goku.shortterm.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.index.Cardinality;
import goku.index.IndexLimits;
import goku.index.MetricCount;
import goku.index.SeriesIndex;
import goku.model.SeriesName;
import goku.model.ShardId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A warning about metrics that reach or approach their limit of series, with the tag that has too
/// many values: at most one log line per metric and minute. Owned by the writer.
final class CardinalityAlarm {
  private static final Logger LOG = LoggerFactory.getLogger(CardinalityAlarm.class);
  private static final long SILENCE_MILLIS = Duration.ofMinutes(1).toMillis();

  /// The key of the whole shard. No metric is empty.
  private static final String SHARD = "";

  private final ShardId shard;
  private final SeriesIndex index;
  private final IndexLimits limits;
  private final InstantSource clock;

  /// The time of the last log line of each metric, for the last minute.
  private final Map<String, Long> said = new HashMap<>();

  private boolean isNearFull;

  CardinalityAlarm(ShardId shard, SeriesIndex index, IndexLimits limits, InstantSource clock) {
    this.shard = shard;
    this.index = index;
    this.limits = limits;
    this.clock = clock;
  }

  /// Reports a rejected new series.
  ///
  /// @param code `SeriesIndex.METRIC_FULL` or `SHARD_FULL`
  /// @param name the canonical bytes
  void refused(int code, byte[] name) {
    if (code == SeriesIndex.SHARD_FULL) {
      if (isNews(SHARD)) {
        LOG.error(
            "shard full, rejecting new series shard={} series={}: raise max-series-per-shard, or"
                + " have more shards. Largest metrics: {}",
            shard,
            index.size(),
            largest());
      }
      return;
    }
    var metric = new String(name, 0, SeriesName.endOfMetric(name, 0, name.length), UTF_8);
    if (isNews(metric)) {
      LOG.error(
          "metric full, rejecting new series shard={} metric={} series={} largest-tag={}."
              + " Remove that tag, or raise max-series-per-metric",
          shard,
          metric,
          limits.seriesPerMetric(),
          index.cardinality().explodingKey(metric).orElse("none"));
    }
  }

  /// Warns of metrics near their limit. Called from time to time.
  void review() {
    Cardinality cardinality = index.cardinality();
    for (MetricCount near : cardinality.takeNearLimit()) {
      if (isNews(near.metric())) {
        LOG.warn(
            "metric near its limit shard={} metric={} series={} limit={}; the tag with the most"
                + " values is {}",
            shard,
            near.metric(),
            near.series(),
            limits.seriesPerMetric(),
            cardinality.explodingKey(near.metric()).orElse("none"));
      }
    }
    boolean wasNearFull = isNearFull;
    isNearFull = index.size() >= IndexLimits.warningAt(limits.seriesPerShard());
    if (isNearFull && !wasNearFull && isNews(SHARD)) {
      LOG.warn(
          "shard near its limit shard={} series={} limit={} largest-metrics={}",
          shard,
          index.size(),
          limits.seriesPerShard(),
          largest());
    }
    said.values().removeIf(millis -> clock.millis() - millis >= SILENCE_MILLIS);
  }

  private String largest() {
    return index.cardinality().largestMetrics(3).stream()
        .map(count -> "%s (%d)".formatted(count.metric(), count.series()))
        .collect(Collectors.joining(", "));
  }

  private boolean isNews(String metric) {
    long now = clock.millis();
    Long last = said.get(metric);
    if (last != null && now - last < SILENCE_MILLIS) {
      return false;
    }
    said.put(metric, now);
    return true;
  }
}
