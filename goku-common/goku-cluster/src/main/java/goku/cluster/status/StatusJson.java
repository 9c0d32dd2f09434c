package goku.cluster.status;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.map.NodeStatus;
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
/// | `nodes[]` | `service`, `name`, `zone`, `address`, `answers` |
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
    status.nodes().forEach(node -> add(nodes.addObject(), node));
    ArrayNode shards = root.putArray("shards");
    status.namespaces().ifPresent(all -> all.all().forEach(one -> add(shards, one)));
    return root.toString();
  }

  private static void add(ObjectNode entry, NodeStatus status) {
    entry.put("service", status.node().service().label());
    entry.put("name", status.node().name());
    entry.put("zone", status.node().zone());
    entry.put("address", status.node().address());
    entry.put("answers", status.answers());
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
