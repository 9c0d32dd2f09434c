package goku.testkit.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.NameHash;
import goku.model.Tag;
import goku.query.usage.MetricUsage;
import goku.query.usage.MetricUsages;
import goku.query.usage.ShardUsage;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.query.usage.ValueSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The usage of a shard, counted one series after the other.
record MemoryUsage(String namespace, List<Counted> series) implements ShardUsage {
  static final int POINT_BYTES = 16;

  /// A series and the number of its datapoints.
  record Counted(String metric, List<Tag> tags, int points) {}

  @Override
  public MetricUsages metrics(String prefix) {
    Map<String, List<Counted>> byMetric =
        series.stream()
            .filter(one -> one.metric().startsWith(prefix))
            .collect(Collectors.groupingBy(Counted::metric));
    return new MetricUsages(
        1000,
        byMetric.entrySet().stream().map(one -> usage(one.getKey(), one.getValue())).toList());
  }

  private MetricUsage usage(String metric, List<Counted> all) {
    long points = all.stream().mapToLong(Counted::points).sum();
    return new MetricUsage(namespace, metric, all.size(), points, 0, points * POINT_BYTES);
  }

  @Override
  public List<TagKeyUsage> tagKeys(String metric) {
    Map<String, List<Tag>> byKey =
        tags(metric).collect(Collectors.groupingBy(Tag::key, Collectors.toList()));
    return byKey.entrySet().stream()
        .map(
            key ->
                new TagKeyUsage(
                    metric, key.getKey(), key.getValue().size(), hashes(key.getValue())))
        .toList();
  }

  private static ValueSet hashes(List<Tag> tags) {
    return ValueSet.of(
        tags.stream().mapToLong(tag -> NameHash.of(tag.value().getBytes(UTF_8))).toArray());
  }

  @Override
  public List<TagValueUsage> tagValues(String metric, String key) {
    Map<String, Long> byValue =
        tags(metric)
            .filter(tag -> tag.key().equals(key))
            .collect(Collectors.groupingBy(Tag::value, Collectors.counting()));
    return byValue.entrySet().stream()
        .map(value -> new TagValueUsage(value.getKey(), value.getValue()))
        .toList();
  }

  private Stream<Tag> tags(String metric) {
    return series.stream()
        .filter(one -> one.metric().equals(metric))
        .flatMap(one -> one.tags().stream());
  }
}
