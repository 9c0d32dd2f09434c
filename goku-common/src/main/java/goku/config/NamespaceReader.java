package goku.config;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Rollup;
import goku.model.Sharding;
import goku.model.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads one entry of the namespaces file and checks what concerns it alone. Stateless.
final class NamespaceReader {
  private NamespaceReader() {}

  static NamespaceEntry read(YamlScope scope, YamlNode.Mapping mapping) {
    Map<String, YamlNode> plain = new LinkedHashMap<>(mapping.entries());
    YamlNode disk = plain.remove("disk");
    YamlNode metrics = plain.remove("metrics");
    Map<String, Object> values =
        scope.values(
            NamespaceKeys.Plain.class,
            new YamlNode.Mapping(plain, mapping.line()),
            Set.of("disk", "metrics"));
    var entry =
        new NamespaceEntry(
            scope,
            mapping,
            values,
            disk == null ? Optional.empty() : disk(scope, disk),
            metrics == null ? List.of() : prefixes(scope, metrics));
    checkNames(entry);
    checkBackfill(entry);
    checkShards(entry);
    return entry;
  }

  private static void checkNames(NamespaceEntry entry) {
    var rules =
        Map.of(
            "name", NameRules.NAMESPACE,
            "kafka-topic", NameRules.TOPIC,
            "s3.bucket", NameRules.BUCKET);
    rules.forEach(
        (key, rule) -> {
          if (entry.values().get(key) instanceof String name && !rule.accepts(name)) {
            entry.problem(key, name, "must be " + rule.rule());
          }
        });
  }

  /// Buckets become files when the backfill window has left them; then the first tier on disk must
  /// have them before memory drops them, or answers would have a hole in between.
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

  private static Optional<Disk> disk(YamlScope scope, YamlNode node) {
    if (!(node instanceof YamlNode.Mapping mapping)) {
      scope.problem(node, "disk", node.shown(), "must be a map with raw-ttl and rollups");
      return Optional.empty();
    }
    Map<String, YamlNode> plain = new LinkedHashMap<>(mapping.entries());
    YamlNode rollups = plain.remove("rollups");
    YamlScope inside = scope.inside("disk");
    List<Rollup> rolledUp = rollups == null ? List.of() : rollups(inside, rollups);
    return inside
        .record(
            NamespaceKeys.OnDisk.class,
            new YamlNode.Mapping(plain, mapping.line()),
            Set.of("rollups"))
        .map(keys -> disk(inside, node, keys, rolledUp));
  }

  private static Disk disk(
      YamlScope scope, YamlNode node, NamespaceKeys.OnDisk keys, List<Rollup> rollups) {
    checkRollups(scope, node, keys.rawTtl(), rollups);
    if (keys.shardGroups() == 0 && keys.shardsPerGroup() == 0) {
      return new Disk(keys.rawTtl(), rollups, keys.coldAfter(), Optional.empty());
    }
    if (keys.shardGroups() == 0 || keys.shardsPerGroup() == 0) {
      String shown = keys.shardGroups() + " and " + keys.shardsPerGroup();
      scope.problem(node, "shard-groups", shown, "goes with shards-per-group: set both or none");
      return new Disk(keys.rawTtl(), rollups);
    }
    if (keys.shardGroups() * keys.shardsPerGroup() > NamespaceKeys.MOST_SHARDS) {
      String message =
          "times shards-per-group = %d must be at most %d shards"
              .formatted(keys.shardsPerGroup(), NamespaceKeys.MOST_SHARDS);
      scope.problem(node, "shard-groups", Integer.toString(keys.shardGroups()), message);
    }
    var sharding = new Sharding(keys.shardGroups(), keys.shardsPerGroup());
    return new Disk(keys.rawTtl(), rollups, keys.coldAfter(), Optional.of(sharding));
  }

  /// Intervals divide the window of a bucket and each other, so that buckets hold whole ones and
  /// coarser ones are made of finer ones.
  private static void checkRollups(
      YamlScope scope, YamlNode node, Duration rawTtl, List<Rollup> rollups) {
    Duration interval = Tier.MEMORY_BUCKET;
    Duration ttl = null;
    for (Rollup rollup : new Disk(rawTtl, rollups).rollups().reversed()) {
      String shown = DurationText.print(rollup.interval());
      if (interval.toMillis() % rollup.interval().toMillis() != 0) {
        String message = "must divide " + DurationText.print(interval);
        scope.problem(node, "rollups", shown, message);
      }
      if (ttl != null && ttl.compareTo(rollup.ttl()) <= 0) {
        String message =
            "has ttl %s, must be less than that of longer intervals, which is %s"
                .formatted(DurationText.print(rollup.ttl()), DurationText.print(ttl));
        scope.problem(node, "rollups", shown, message);
      }
      interval = rollup.interval();
      ttl = rollup.ttl();
    }
    if (ttl != null && ttl.compareTo(rawTtl) <= 0) {
      String message = "must be less than the ttl of every rollup, also " + DurationText.print(ttl);
      scope.problem(node, "raw-ttl", DurationText.print(rawTtl), message);
    }
  }

  private static List<Rollup> rollups(YamlScope scope, YamlNode node) {
    Set<Duration> intervals = new HashSet<>();
    List<Rollup> rollups = new ArrayList<>();
    for (var keys : scope.records(NamespaceKeys.RolledUp.class, node, "rollups")) {
      rollups.add(new Rollup(keys.interval(), keys.ttl()));
      if (!intervals.add(keys.interval())) {
        String interval = DurationText.print(keys.interval());
        scope.problem(node, "rollups", interval, "is the interval of two rollups");
      }
    }
    return rollups;
  }

  private static List<MetricPrefix> prefixes(YamlScope scope, YamlNode node) {
    return scope.records(NamespaceKeys.Claimed.class, node, "metrics").stream()
        .map(keys -> new MetricPrefix(keys.prefix(), Instant.ofEpochSecond(keys.since())))
        .toList();
  }
}
