package goku.ingest.limit;

import goku.ingest.parse.Datapoint;
import goku.ingest.parse.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The gates of one shard that are near their limits. Immutable.
final class ShardView {
  /// The gates of the shard, the namespace and prefixes.
  private final ScopeGate[] wide;

  /// The hashes of metrics, ascending, and their gates.
  private final long[] metricHashes;

  private final ScopeGate[] metrics;

  /// @param metrics gates by the hash of the metric
  ShardView(List<ScopeGate> wide, Map<Long, ScopeGate> metrics) {
    this.wide = wide.toArray(ScopeGate[]::new);
    List<Map.Entry<Long, ScopeGate>> sorted = new ArrayList<>(metrics.entrySet());
    sorted.sort(Comparator.comparingLong(Map.Entry::getKey));
    metricHashes = sorted.stream().mapToLong(Map.Entry::getKey).toArray();
    this.metrics = sorted.stream().map(Map.Entry::getValue).toArray(ScopeGate[]::new);
  }

  boolean isEmpty() {
    return wide.length == 0 && metrics.length == 0;
  }

  /// Returns the rejection of a new series; null if the datapoint passes. A series counts only if
  /// all limits have room for it.
  @Nullable Rejection refusal(Datapoint point, long nowNanos) {
    ScopeGate metric = metricOf(point);
    if (metric != null && metric.refuses(point.hash(), nowNanos)) {
      return metric.bound().refuse();
    }
    for (ScopeGate gate : wide) {
      if (gate.holds(point.metric(), point.metricLength())
          && gate.refuses(point.hash(), nowNanos)) {
        return gate.bound().refuse();
      }
    }
    if (metric != null) {
      metric.admit(point.hash());
    }
    for (ScopeGate gate : wide) {
      if (gate.holds(point.metric(), point.metricLength())) {
        gate.admit(point.hash());
      }
    }
    return null;
  }

  private @Nullable ScopeGate metricOf(Datapoint point) {
    int at = Arrays.binarySearch(metricHashes, point.metricHash());
    return at >= 0 && metrics[at].holds(point.metric(), point.metricLength()) ? metrics[at] : null;
  }
}
