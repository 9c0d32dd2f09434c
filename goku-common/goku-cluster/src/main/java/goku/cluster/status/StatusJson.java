package goku.cluster.status;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.model.Hole;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.Replica;
import java.util.List;
import java.util.Locale;

/// The status of a deployment as JSON. Members are added, and never change their meaning:
///
/// | member | value |
/// | --- | --- |
/// | `served` | whether each shard has a replica that serves |
/// | `controllers` | names of the running controllers, leader first |
/// | `formatLevel`, `mapAgeMillis` | absent if unknown |
/// | `ingestors` | `members`, `lagMillis`, `problem`; absent if unknown |
/// | `rollout` | `pods`, `upgraded`, `waiting`; absent without rollouts |
/// | `drained` | starts of drains in milliseconds since the epoch, by the name of the node or zone |
/// | `nodes[]` | `service`, `name`, `zone`, `address`, `answers`, `version`, `state` (`up`, `silent`, `absent`), `absentSinceMillis`; `zone` and `address` only of running nodes with shards or work |
/// | `lacking[]` | `namespace`, `store`, `shards`, `wanted`, `lacking` and `first[]`: numbers of all shards, of wanted replicas and of shards with fewer, and the first ten of these |
/// | `shards[]` | `namespace`, `store` (`short`, `long`), `shard`, `replicas[]` |
/// | `replicas[]` | `node`, `zone`, `state`, `lagMillis`, `holes[]` with `startMillis`, `endMillis`, `cause` |
final class StatusJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final ClusterStatus status;

  StatusJson(ClusterStatus status) {
    this.status = status;
  }

  /// Returns the JSON in one line.
  String text() {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("served", status.isServed());
    ArrayNode controllers = root.putArray("controllers");
    status.controllers().forEach(controllers::add);
    status.formats().ifPresent(formats -> root.put("formatLevel", formats.inForce().level()));
    status.mapAge().ifPresent(age -> root.put("mapAgeMillis", age.toMillis()));
    status
        .input()
        .ifPresent(
            input ->
                root.putObject("ingestors")
                    .put("members", input.members())
                    .put("lagMillis", input.lagMillis())
                    .put("problem", input.problem()));
    status
        .maintenance()
        .rollout()
        .ifPresent(
            rollout ->
                root.putObject("rollout")
                    .put("pods", rollout.pods())
                    .put("upgraded", rollout.upgraded())
                    .put("waiting", rollout.waiting()));
    ObjectNode drained = root.putObject("drained");
    status
        .maintenance()
        .drains()
        .since()
        .forEach((name, since) -> drained.put(name, since.toEpochMilli()));
    ArrayNode nodes = root.putArray("nodes");
    status.members().forEach(member -> add(nodes.addObject(), member));
    ArrayNode lacking = root.putArray("lacking");
    status.lacking().forEach(one -> add(lacking.addObject(), one));
    ArrayNode shards = root.putArray("shards");
    status.namespaces().ifPresent(all -> all.all().forEach(one -> add(shards, one)));
    return root.toString();
  }

  private static void add(ObjectNode entry, Member member) {
    entry.put("service", member.service());
    entry.put("name", member.name());
    member.node().ifPresent(node -> entry.put("zone", node.zone()).put("address", node.address()));
    entry.put("answers", member.state() == Member.State.UP);
    entry.put("version", member.version().isEmpty() ? "unknown" : member.version());
    entry.put("state", member.state().name().toLowerCase(Locale.ROOT));
    member.absentSince().ifPresent(since -> entry.put("absentSinceMillis", since.toEpochMilli()));
  }

  private static void add(ObjectNode entry, LackingShards shards) {
    entry.put("namespace", shards.namespace());
    entry.put("store", shards.store().label());
    entry.put("shards", shards.shards());
    entry.put("wanted", shards.wanted());
    entry.put("lacking", shards.lacking().size());
    ArrayNode first = entry.putArray("first");
    shards.named().forEach(first::add);
  }

  private void add(ArrayNode shards, Namespace namespace) {
    for (Store store : Store.values()) {
      namespace.shards(store).forEach(shard -> add(shards.addObject(), store, shard));
    }
  }

  private void add(ObjectNode entry, Store store, ShardId shard) {
    entry.put("namespace", shard.namespace());
    entry.put("store", store.label());
    entry.put("shard", shard.shard());
    ArrayNode replicas = entry.putArray("replicas");
    List<Replica> all = status.replicasOf(store, shard);
    for (Replica replica : all) {
      ObjectNode one = replicas.addObject();
      one.put("node", replica.node());
      one.put("zone", replica.zone());
      one.put("state", replica.health().state().name().toLowerCase(Locale.ROOT));
      one.put("lagMillis", replica.health().lagMillis());
      ArrayNode holes = one.putArray("holes");
      for (Hole hole : replica.health().holes().all()) {
        holes
            .addObject()
            .put("startMillis", hole.startMillis())
            .put("endMillis", hole.endMillis())
            .put("cause", hole.cause().toString());
      }
    }
  }
}
