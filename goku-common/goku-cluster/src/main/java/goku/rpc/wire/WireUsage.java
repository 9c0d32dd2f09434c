package goku.rpc.wire;

import goku.model.ShardId;
import goku.query.usage.MetricUsage;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.query.usage.ValueSet;
import goku.rpc.proto.Wire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The conversion of usage to messages and back. Each message is far below the size limit.
public final class WireUsage {
  /// The largest number of metrics or tag values in one message.
  private static final int NAMES_A_PART = 1000;

  /// The largest number of hashes in one message: 512 KiB.
  private static final int HASHES_A_PART = 1 << 16;

  private WireUsage() {}

  public static Wire.UsageRequest metricsRequest(List<ShardId> shards, String prefix) {
    return Wire.UsageRequest.newBuilder()
        .addAllShards(WireShards.toWire(shards))
        .setPrefix(prefix)
        .build();
  }

  public static Wire.TagKeysRequest tagKeysRequest(List<ShardId> shards, Set<String> metrics) {
    return Wire.TagKeysRequest.newBuilder()
        .addAllShards(WireShards.toWire(shards))
        .addAllMetrics(metrics)
        .build();
  }

  public static Wire.TagValuesRequest tagValuesRequest(
      List<ShardId> shards, String metric, String key) {
    return Wire.TagValuesRequest.newBuilder()
        .addAllShards(WireShards.toWire(shards))
        .setMetric(metric)
        .setKey(key)
        .build();
  }

  /// Returns at least one message.
  public static List<Wire.UsagePart> toWire(MetricUsages usages) {
    Map<String, List<MetricUsage>> byNamespace = new LinkedHashMap<>();
    for (MetricUsage usage : usages.metrics()) {
      byNamespace.computeIfAbsent(usage.namespace(), first -> new ArrayList<>()).add(usage);
    }
    List<Wire.UsagePart> parts = new ArrayList<>();
    byNamespace.forEach(
        (namespace, metrics) -> {
          for (List<MetricUsage> some : cut(metrics)) {
            var part = part(usages).setNamespace(namespace);
            some.forEach(usage -> part.addMetrics(toWire(usage)));
            parts.add(part.build());
          }
        });
    return parts.isEmpty() ? List.of(part(usages).build()) : parts;
  }

  public static MetricUsages usagesFromWire(List<Wire.UsagePart> parts) {
    List<MetricUsage> metrics = new ArrayList<>();
    long asOf = MetricUsages.NONE.asOfMillis();
    for (Wire.UsagePart part : parts) {
      asOf = Math.min(asOf, part.getAsOfMillis());
      part.getMetricsList().forEach(wire -> metrics.add(fromWire(part.getNamespace(), wire)));
    }
    return new MetricUsages(asOf, metrics);
  }

  /// Returns the messages of a tag key. Only the first one counts the series.
  public static List<Wire.TagKeysPart> toWire(TagKeyUsage usage) {
    long[] hashes = usage.values().hashes();
    List<Wire.TagKeysPart> parts = new ArrayList<>();
    int at = 0;
    do {
      var part = Wire.TagKeysPart.newBuilder().setMetric(usage.metric()).setKey(usage.key());
      part.setSeries(at == 0 ? usage.series() : 0);
      int end = Math.min(at + HASHES_A_PART, hashes.length);
      for (; at < end; at++) {
        part.addValues(hashes[at]);
      }
      parts.add(part.build());
    } while (at < hashes.length);
    return parts;
  }

  /// Returns a part of the key's usage.
  public static TagKeyUsage fromWire(Wire.TagKeysPart part) {
    long[] hashes = part.getValuesList().stream().mapToLong(Long::longValue).toArray();
    return new TagKeyUsage(part.getMetric(), part.getKey(), part.getSeries(), ValueSet.of(hashes));
  }

  public static List<Wire.TagValuesPart> valuesToWire(List<TagValueUsage> values) {
    List<Wire.TagValuesPart> parts = new ArrayList<>();
    for (List<TagValueUsage> some : cut(values)) {
      var part = Wire.TagValuesPart.newBuilder();
      for (TagValueUsage value : some) {
        part.addValues(
            Wire.TagValueUsage.newBuilder().setValue(value.value()).setSeries(value.series()));
      }
      parts.add(part.build());
    }
    return parts;
  }

  public static List<TagValueUsage> fromWire(Wire.TagValuesPart part) {
    return part.getValuesList().stream()
        .map(wire -> new TagValueUsage(wire.getValue(), wire.getSeries()))
        .toList();
  }

  private static Wire.UsagePart.Builder part(MetricUsages usages) {
    return Wire.UsagePart.newBuilder().setAsOfMillis(usages.asOfMillis());
  }

  private static Wire.MetricUsage toWire(MetricUsage usage) {
    return Wire.MetricUsage.newBuilder()
        .setMetric(usage.metric())
        .setSeries(usage.series())
        .setDayPoints(usage.dayPoints())
        .setWindowPoints(usage.windowPoints())
        .setBytes(usage.bytes())
        .build();
  }

  private static MetricUsage fromWire(String namespace, Wire.MetricUsage wire) {
    return new MetricUsage(
        namespace,
        wire.getMetric(),
        wire.getSeries(),
        wire.getDayPoints(),
        wire.getWindowPoints(),
        wire.getBytes());
  }

  private static <T> List<List<T>> cut(List<T> all) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += NAMES_A_PART) {
      parts.add(all.subList(from, Math.min(from + NAMES_A_PART, all.size())));
    }
    return parts;
  }
}
