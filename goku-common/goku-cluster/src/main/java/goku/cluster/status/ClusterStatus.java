package goku.cluster.status;

import goku.cluster.ServiceRole;
import goku.cluster.formats.Formats;
import goku.cluster.map.ShardMapWatch;
import goku.kafka.input.InputLag;
import goku.model.Disk;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.Store;
import goku.model.Tier;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The status of a deployment as text: its nodes, and the replicas of its shards with their states.
///
/// @param controllers the running controllers, leader first
/// @param formats the format level; empty before the first process with format levels
/// @param mapAge the time since the shard map was last published; empty if never
/// @param input the lag of the ingestors; empty if not published yet
/// @param members the processes that joined and were not removed, by service and name
/// @param work the work that Helix assigned to the compactors
/// @param wanted the wanted replicas of each shard
/// @param namespaces the namespaces; empty if not published yet
record ClusterStatus(
    List<String> controllers,
    Optional<Formats> formats,
    Optional<Duration> mapAge,
    Optional<InputLag> input,
    Maintenance maintenance,
    List<Member> members,
    Work work,
    Map<Store, ReplicaMap> replicas,
    WantedReplicas wanted,
    Optional<Namespaces> namespaces) {
  /// Returns whether each shard has a replica that serves. False without namespaces.
  boolean isServed() {
    return namespaces.isPresent()
        && namespaces.get().all().stream()
            .allMatch(
                namespace ->
                    Stream.of(Store.values())
                        .allMatch(
                            store ->
                                namespace.shards(store).allMatch(shard -> isServed(store, shard))));
  }

  private boolean isServed(Store store, ShardId shard) {
    return serving(store, shard) > 0;
  }

  private int serving(Store store, ShardId shard) {
    return (int)
        replicasOf(store, shard).stream()
            .filter(replica -> replica.health().state() == ShardState.SERVING)
            .count();
  }

  /// Returns the shards of which fewer replicas serve than wanted, by namespace and store.
  List<LackingShards> lacking() {
    return namespaces
        .map(all -> LackingShards.of(all, wanted::of, this::serving))
        .orElse(List.of());
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>(heads());
    lines.addAll(InputReport.lines(input));
    lines.addAll(maintenance.lines());
    lacking().forEach(shards -> lines.add("replicas     " + shards));
    lines.add("");
    lines.addAll(new MemberTable(members, maintenance.drains(), work, this::shardsOf).lines());
    if (namespaces.isEmpty()) {
      lines.add("");
      lines.add("no namespaces yet: the leading controller publishes them");
    }
    namespaces.ifPresent(
        all -> {
          for (Namespace namespace : all.all()) {
            lines.add("");
            lines.addAll(shardTable(namespace));
          }
        });
    return lines;
  }

  private List<String> heads() {
    String leaders =
        controllers.isEmpty()
            ? "none running: no shards are placed, and roots keep the last shard map"
            : controllers.getFirst() + " leads" + others();
    String age =
        mapAge
            .map(
                since ->
                    "published %s ago%s"
                        .formatted(
                            span(since),
                            since.compareTo(ShardMapWatch.STALE) > 0
                                ? "; the following may be outdated"
                                : ""))
            .orElse("never published");
    String level = formats.map(FormatReport::inForce).orElse("none yet");
    return List.of("controllers  " + leaders, "shard map    " + age, "format level " + level);
  }

  private String others() {
    List<String> others = controllers.subList(1, controllers.size());
    return others.isEmpty() ? "" : ", ready: " + String.join(", ", others);
  }

  private long shardsOf(Member member) {
    Store store =
        member.service().equals(ServiceRole.SHORT.label()) ? Store.SHORT_TERM : Store.LONG_TERM;
    return namespaces.stream()
        .flatMap(all -> all.all().stream())
        .flatMap(namespace -> namespace.shards(store))
        .flatMap(shard -> replicasOf(store, shard).stream())
        .filter(replica -> replica.node().equals(member.name()))
        .count();
  }

  private List<String> shardTable(Namespace namespace) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "namespace %s: memory %s%s"
            .formatted(
                namespace.name(),
                span(namespace.memoryTtl()),
                namespace.disk().map(ClusterStatus::tiers).orElse(", no tiers on disk")));
    var table =
        new Table("STORE", "SHARD", "NODE", "ZONE", "STATE", "LAG", "COMPLETE FROM", "HOLES");
    for (Store store : Store.values()) {
      namespace.shards(store).forEach(shard -> addRows(table, store, shard));
    }
    lines.addAll(table.lines());
    return lines;
  }

  private void addRows(Table table, Store store, ShardId shard) {
    String number = Integer.toString(shard.shard());
    List<Replica> found = replicasOf(store, shard);
    if (found.isEmpty()) {
      table.row(store.label(), number, "-", "-", "NO REPLICA", "-", "-", "-");
    }
    for (Replica replica : found) {
      ShardHealth health = replica.health();
      table.row(
          store.label(),
          number,
          replica.node(),
          replica.zone(),
          state(health.state()),
          span(Duration.ofMillis(health.lagMillis())),
          time(health.holes().only(HoleCause.RECOVERY).completeFromMillis()),
          holes(health.holes().inner().except(HoleCause.RECOVERY)));
    }
  }

  private static String holes(Holes holes) {
    return holes.isEmpty()
        ? "-"
        : holes.all().stream()
            .map(
                hole ->
                    "%s to %s %s"
                        .formatted(time(hole.startMillis()), time(hole.endMillis()), hole.cause()))
            .collect(Collectors.joining(", "));
  }

  private static String time(long millis) {
    return millis == Long.MIN_VALUE ? "begin" : Instant.ofEpochMilli(millis).toString();
  }

  private static String state(ShardState state) {
    return switch (state) {
      case SERVING -> "serving";
      case RECOVERING -> "recovering";
      case UNAVAILABLE -> "UNAVAILABLE";
    };
  }

  List<Replica> replicasOf(Store store, ShardId shard) {
    ReplicaMap map = replicas.get(store);
    return map == null ? List.of() : map.replicasOf(shard);
  }

  private static String tiers(Disk disk) {
    var text = new StringBuilder();
    for (Tier tier : disk.tiers()) {
      text.append(
          ", tier %d %s kept %s".formatted(tier.number(), span(tier.bucket()), span(tier.ttl())));
    }
    return text.toString();
  }

  /// Formats a time span in the largest unit that is precise enough: `0.2 s`, `90 s`, `2 h`, `24
  /// d`.
  private static String span(Duration span) {
    if (span.compareTo(Duration.ofSeconds(10)) < 0) {
      return "%.1f s".formatted(span.toMillis() / 1000.0);
    }
    if (span.compareTo(Duration.ofMinutes(5)) < 0) {
      return span.toSeconds() + " s";
    }
    if (span.compareTo(Duration.ofHours(2)) < 0) {
      return span.toMinutes() + " min";
    }
    return span.compareTo(Duration.ofDays(3)) < 0 ? span.toHours() + " h" : span.toDays() + " d";
  }
}
