package goku.root.usage;

import goku.query.usage.MetricUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// How much a metric writes to all namespaces that have some of it; what the numbers are is told by
/// `MetricUsage`.
record WrittenMetric(
    String metric,
    List<String> namespaces,
    long series,
    long dayPoints,
    long windowPoints,
    long bytes) {
  WrittenMetric {
    namespaces = List.copyOf(namespaces);
  }

  private static WrittenMetric of(MetricUsage usage) {
    return new WrittenMetric(
        usage.metric(),
        List.of(usage.namespace()),
        usage.series(),
        usage.dayPoints(),
        usage.windowPoints(),
        usage.bytes());
  }

  /// Each metric once.
  static List<WrittenMetric> merged(List<MetricUsage> usages) {
    Map<String, WrittenMetric> merged = new LinkedHashMap<>();
    for (MetricUsage usage : usages) {
      merged.merge(usage.metric(), of(usage), WrittenMetric::plus);
    }
    return new ArrayList<>(merged.values());
  }

  /// Several of them together, under no name and of no namespace.
  static WrittenMetric sum(List<WrittenMetric> metrics) {
    return new WrittenMetric(
        "",
        List.of(),
        metrics.stream().mapToLong(WrittenMetric::series).sum(),
        metrics.stream().mapToLong(WrittenMetric::dayPoints).sum(),
        metrics.stream().mapToLong(WrittenMetric::windowPoints).sum(),
        metrics.stream().mapToLong(WrittenMetric::bytes).sum());
  }

  private WrittenMetric plus(WrittenMetric other) {
    return new WrittenMetric(
        metric,
        Stream.concat(namespaces.stream(), other.namespaces.stream()).distinct().sorted().toList(),
        series + other.series,
        dayPoints + other.dayPoints,
        windowPoints + other.windowPoints,
        bytes + other.bytes);
  }
}
