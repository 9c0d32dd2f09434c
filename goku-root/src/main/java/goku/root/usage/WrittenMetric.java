package goku.root.usage;

import goku.query.usage.MetricUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The usage of a metric, summed over its namespaces. `MetricUsage` explains the numbers.
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

  /// Returns one entry per metric.
  static List<WrittenMetric> merged(List<MetricUsage> usages) {
    Map<String, WrittenMetric> merged = new LinkedHashMap<>();
    for (MetricUsage usage : usages) {
      merged.merge(usage.metric(), of(usage), WrittenMetric::plus);
    }
    return new ArrayList<>(merged.values());
  }

  /// Returns the sum of metrics, without name and namespaces.
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
