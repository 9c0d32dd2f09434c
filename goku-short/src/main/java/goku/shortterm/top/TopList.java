package goku.shortterm.top;

import goku.query.usage.MetricUsage;
import goku.query.usage.TagKeyUsage;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The metrics of a shard with the most time series, and those with the most datapoints in a
/// window. A metric in both lists appears once, the largest first.
record TopList(long metrics, long series, long datapoints, List<Entry> top) {
  /// @param tagKeys the tag keys, with the most values first
  record Entry(MetricUsage usage, List<TagKeyUsage> tagKeys) {}

  private static final Comparator<TagKeyUsage> MOST_VALUES =
      Comparator.comparingInt((TagKeyUsage key) -> key.values().size())
          .reversed()
          .thenComparing(TagKeyUsage::key);

  /// @param source the shard, whose last window is listed
  /// @param max the number of metrics by series, and again by datapoints
  static TopList of(TopSource source, int max) {
    List<MetricUsage> all = source.usage().metrics("").metrics();
    Set<MetricUsage> top = new LinkedHashSet<>(first(all, max, MetricUsage::series));
    top.addAll(first(all, max, MetricUsage::windowPoints));
    return new TopList(
        all.size(),
        all.stream().mapToLong(MetricUsage::series).sum(),
        all.stream().mapToLong(MetricUsage::windowPoints).sum(),
        top.stream().map(usage -> new Entry(usage, tagKeys(source, usage))).toList());
  }

  private static List<TagKeyUsage> tagKeys(TopSource source, MetricUsage usage) {
    return source.usage().tagKeys(usage.metric()).stream().sorted(MOST_VALUES).toList();
  }

  /// Returns the first metrics. Equal metrics are sorted by name, so that replicas agree.
  private static List<MetricUsage> first(
      List<MetricUsage> all, int max, ToLongFunction<MetricUsage> by) {
    return all.stream()
        .sorted(Comparator.comparingLong(by).reversed().thenComparing(MetricUsage::metric))
        .limit(max)
        .toList();
  }
}
