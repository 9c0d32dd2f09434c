package goku.query.usage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How much several metrics write; each stands once for a namespace.
///
/// @param asOfMillis when the oldest of the numbers was counted; the largest long when there are
///   none
public record MetricUsages(long asOfMillis, List<MetricUsage> metrics) {
  public static final MetricUsages NONE = new MetricUsages(Long.MAX_VALUE, List.of());

  public MetricUsages {
    metrics = List.copyOf(metrics);
  }

  /// The parts together. Exact, because a series is in one shard.
  public static MetricUsages merged(List<MetricUsages> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    record Key(String namespace, String metric) {}
    Map<Key, MetricUsage> merged = new LinkedHashMap<>();
    long asOf = NONE.asOfMillis();
    for (MetricUsages part : parts) {
      asOf = Math.min(asOf, part.asOfMillis());
      for (MetricUsage usage : part.metrics()) {
        merged.merge(new Key(usage.namespace(), usage.metric()), usage, MetricUsage::plus);
      }
    }
    return new MetricUsages(asOf, new ArrayList<>(merged.values()));
  }
}
