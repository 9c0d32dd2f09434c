package goku.config;

import goku.model.Disk;
import goku.model.Tier;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A reader of one entry of the namespaces file. Checks all rules that involve no other entry.
/// Stateless.
final class NamespaceReader {
  private NamespaceReader() {}

  static NamespaceEntry read(YamlScope scope, YamlNode.Mapping mapping) {
    Map<String, YamlNode> plain = new LinkedHashMap<>(mapping.entries());
    YamlNode disk = plain.remove("disk");
    YamlNode metrics = plain.remove("metrics");
    YamlNode preAggregated = plain.remove("pre-aggregate");
    YamlNode limited = plain.remove("series-limits");
    Map<String, Object> values =
        scope.values(
            NamespaceKeys.Plain.class,
            new YamlNode.Mapping(plain, mapping.line()),
            Set.of("disk", "metrics", "pre-aggregate", "series-limits"));
    var entry =
        new NamespaceEntry(
            scope,
            mapping,
            values,
            disk == null ? Optional.empty() : DiskReader.read(scope, disk),
            metrics == null
                ? List.of()
                : scope.items(NamespaceKeys.Claimed.class, metrics, "metrics"),
            preAggregated == null ? List.of() : preAggregated(scope, preAggregated),
            limited == null ? List.of() : limited(scope, limited));
    checkNames(entry);
    checkBackfill(entry);
    checkMemoryTtl(entry);
    checkShards(entry);
    return entry;
  }

  private static void checkNames(NamespaceEntry entry) {
    var rules =
        Map.of(
            "name", ResourceNameRule.NAMESPACE,
            "kafka-topic", ResourceNameRule.TOPIC,
            "s3.bucket", ResourceNameRule.S3_BUCKET);
    rules.forEach(
        (key, rule) -> {
          if (entry.values().get(key) instanceof String name && !rule.accepts(name)) {
            entry.problem(key, name, "must be " + rule.rule());
          }
        });
  }

  /// Checks that memory keeps buckets until the disk has them. A bucket becomes a file once the
  /// backfill window has left it. The first tier on disk must have it before memory drops it.
  /// Otherwise query results would have a gap.
  private static void checkBackfill(NamespaceEntry entry) {
    if (entry.values().get("backfill") instanceof Duration backfill
        && entry.values().get("memory-ttl") instanceof Duration memoryTtl) {
      String limit = DurationText.print(memoryTtl);
      Optional<Duration> onDisk = entry.disk().map(disk -> disk.tiers().getFirst().bucket());
      if (backfill.compareTo(memoryTtl) > 0) {
        String message = "must not exceed memory-ttl, which is " + limit;
        entry.problem("backfill", DurationText.print(backfill), message);
      } else if (onDisk.isPresent() && backfill.plus(onDisk.get()).compareTo(memoryTtl) > 0) {
        String message =
            "with disk, must be at least %s less than memory-ttl, which is %s"
                .formatted(DurationText.print(onDisk.get()), limit);
        entry.problem("backfill", DurationText.print(backfill), message);
      }
    }
  }

  /// Checks that the disk keeps files for as long as memory needs them. The snapshots of GokuS name
  /// finalized files, which are removed from S3 when nothing of their time is kept on disk.
  private static void checkMemoryTtl(NamespaceEntry entry) {
    if (entry.values().get("memory-ttl") instanceof Duration memoryTtl) {
      entry
          .disk()
          .map(Disk::ttl)
          .filter(ttl -> memoryTtl.compareTo(ttl) > 0)
          .ifPresent(
              ttl ->
                  entry.problem(
                      "memory-ttl",
                      DurationText.print(memoryTtl),
                      "must not exceed the longest time that disk keeps, which is "
                          + DurationText.print(ttl)));
    }
  }

  private static void checkShards(NamespaceEntry entry) {
    if (entry.values().get("shard-groups") instanceof Integer groups
        && entry.values().get("shards-per-group") instanceof Integer shards
        && groups * shards > NamespaceKeys.MOST_SHARDS) {
      String message =
          "times shards-per-group = %d must be at most %d shards"
              .formatted(shards, NamespaceKeys.MOST_SHARDS);
      entry.problem("shard-groups", groups.toString(), message);
    }
  }

  private static List<YamlItem<NamespaceKeys.PreAggregated>> preAggregated(
      YamlScope scope, YamlNode node) {
    var items = scope.items(NamespaceKeys.PreAggregated.class, node, "pre-aggregate");
    for (var item : items) {
      Duration interval = item.keys().interval();
      if (Tier.MEMORY_BUCKET.toMillis() % interval.toMillis() != 0) {
        String message = "must divide " + DurationText.print(Tier.MEMORY_BUCKET);
        item.problem("interval", DurationText.print(interval), message);
      }
      Set<String> kept = new HashSet<>();
      item.keys().keep().stream()
          .filter(key -> !kept.add(key))
          .forEach(key -> item.problem("keep", key, "is named twice"));
    }
    return items;
  }

  private static List<YamlItem<NamespaceKeys.Limited>> limited(YamlScope scope, YamlNode node) {
    var items = scope.items(NamespaceKeys.Limited.class, node, "series-limits");
    Set<String> limited = new HashSet<>();
    items.stream()
        .filter(item -> !limited.add(item.keys().prefix()))
        .forEach(item -> item.problem("prefix", item.keys().prefix(), "is limited twice"));
    if (items.size() > NamespaceKeys.MOST_LIMITS) {
      String message = "must have at most %d limits".formatted(NamespaceKeys.MOST_LIMITS);
      scope.problem(node, "series-limits", Integer.toString(items.size()), message);
    }
    return items;
  }
}
