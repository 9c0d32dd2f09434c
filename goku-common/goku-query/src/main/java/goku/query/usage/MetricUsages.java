package goku.query.usage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The usage of several metrics, each once per namespace.
///
/// @param asOfMillis the time at which the oldest of the numbers was counted; `Long.MAX_VALUE` if
///   there are none
public record MetricUsages(long asOfMillis, List<MetricUsage> metrics) {
  public static final MetricUsages NONE = new MetricUsages(Long.MAX_VALUE, List.of());

  public MetricUsages {
    metrics = List.copyOf(metrics);
  }

  /// Returns the sum of the parts. Exact, because a series is in one shard.
  public static MetricUsages merged(List<MetricUsages> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    Map<String, Map<String, MetricUsage>> merged = new HashMap<>();
    long asOf = NONE.asOfMillis();
    for (MetricUsages part : parts) {
      asOf = Math.min(asOf, part.asOfMillis());
      for (MetricUsage usage : part.metrics()) {
        merged
            .computeIfAbsent(usage.namespace(), first -> new HashMap<>())
            .merge(usage.metric(), usage, MetricUsage::plus);
      }
    }
    List<MetricUsage> all = new ArrayList<>();
    merged.values().forEach(metrics -> all.addAll(metrics.values()));
    return new MetricUsages(asOf, all);
  }
}
