package goku.config;

import goku.model.Disk;
import goku.model.Rollup;
import goku.model.Sharding;
import goku.model.Tier;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A reader of the `disk` options of a namespace. Stateless.
final class DiskReader {
  private DiskReader() {}

  static Optional<Disk> read(YamlScope scope, YamlNode node) {
    if (!(node instanceof YamlNode.Mapping mapping)) {
      scope.problem(node, "disk", node.shown(), "must be a map with raw-ttl and rollups");
      return Optional.empty();
    }
    Map<String, YamlNode> plain = new LinkedHashMap<>(mapping.entries());
    YamlNode rollups = plain.remove("rollups");
    YamlScope inside = scope.inside("disk");
    var rolledUp =
        rollups == null
            ? List.<YamlItem<NamespaceKeys.RolledUp>>of()
            : inside.items(NamespaceKeys.RolledUp.class, rollups, "rollups");
    return inside
        .record(
            NamespaceKeys.OnDisk.class,
            new YamlNode.Mapping(plain, mapping.line()),
            Set.of("rollups"))
        .map(keys -> disk(inside, mapping, keys, rolledUp));
  }

  private static Disk disk(
      YamlScope scope,
      YamlNode.Mapping node,
      NamespaceKeys.OnDisk keys,
      List<YamlItem<NamespaceKeys.RolledUp>> items) {
    checkRollups(scope, node, keys.rawTtl(), items);
    List<Rollup> rollups =
        items.stream()
            .map(YamlItem::keys)
            .map(item -> new Rollup(item.interval(), item.ttl()))
            .toList();
    if (keys.shardGroups() == 0 && keys.shardsPerGroup() == 0) {
      return new Disk(keys.rawTtl(), rollups, keys.coldAfter(), Optional.empty());
    }
    YamlNode at = node.at(keys.shardGroups() == 0 ? "shards-per-group" : "shard-groups");
    if (keys.shardGroups() == 0 || keys.shardsPerGroup() == 0) {
      String shown = keys.shardGroups() + " and " + keys.shardsPerGroup();
      scope.problem(at, "shard-groups", shown, "goes with shards-per-group: set both or none");
      return new Disk(keys.rawTtl(), rollups);
    }
    if (keys.shardGroups() * keys.shardsPerGroup() > NamespaceKeys.MOST_SHARDS) {
      String message =
          "times shards-per-group = %d must be at most %d shards"
              .formatted(keys.shardsPerGroup(), NamespaceKeys.MOST_SHARDS);
      scope.problem(at, "shard-groups", Integer.toString(keys.shardGroups()), message);
    }
    var sharding = new Sharding(keys.shardGroups(), keys.shardsPerGroup());
    return new Disk(keys.rawTtl(), rollups, keys.coldAfter(), Optional.of(sharding));
  }

  /// Checks that intervals divide the window of a bucket and each other. Buckets then hold whole
  /// intervals, and coarser rollups can be built from finer ones. Coarser rollups must be kept
  /// longer, and raw datapoints must be kept for the shortest time.
  private static void checkRollups(
      YamlScope scope,
      YamlNode.Mapping node,
      Duration rawTtl,
      List<YamlItem<NamespaceKeys.RolledUp>> items) {
    Comparator<YamlItem<NamespaceKeys.RolledUp>> finestFirst =
        Comparator.comparing(item -> item.keys().interval());
    NamespaceKeys.@Nullable RolledUp coarser = null;
    for (var item : items.stream().sorted(finestFirst).toList().reversed()) {
      checkRollup(item, coarser);
      coarser = item.keys();
    }
    if (coarser != null && coarser.ttl().compareTo(rawTtl) <= 0) {
      String message =
          "must be less than the ttl of every rollup, including "
              + DurationText.print(coarser.ttl());
      scope.problem(node.at("raw-ttl"), "raw-ttl", DurationText.print(rawTtl), message);
    }
  }

  private static void checkRollup(
      YamlItem<NamespaceKeys.RolledUp> item, NamespaceKeys.@Nullable RolledUp coarser) {
    Duration multiple = coarser == null ? Tier.MEMORY_BUCKET : coarser.interval();
    String shown = DurationText.print(item.keys().interval());
    if (multiple.equals(item.keys().interval()) && coarser != null) {
      item.problem("interval", shown, "is the interval of two rollups");
    } else if (multiple.toMillis() % item.keys().interval().toMillis() != 0) {
      item.problem("interval", shown, "must divide " + DurationText.print(multiple));
    } else if (coarser != null && coarser.ttl().compareTo(item.keys().ttl()) <= 0) {
      String message =
          "must be less than that of longer intervals, which is "
              + DurationText.print(coarser.ttl());
      item.problem("ttl", DurationText.print(item.keys().ttl()), message);
    }
  }
}
