package goku.cluster.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.cluster.EntryJson;
import goku.cluster.ServiceRole;
import goku.model.ShardId;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The JSON of the shard map, defined in the package comment.
final class MapJson {
  private static final int VERSION = 1;

  /// The states in the order of their codes, which never changes.
  private static final List<ShardState> STATES =
      List.of(ShardState.SERVING, ShardState.RECOVERING, ShardState.UNAVAILABLE);

  private MapJson() {}

  static byte[] writeMap(long atMillis, List<NodeShards> nodes) {
    ObjectNode root = root(atMillis);
    ArrayNode list = root.putArray("nodes");
    for (NodeShards node : nodes) {
      ObjectNode entry = list.addObject();
      entry.put("name", node.node().name());
      entry.put("zone", node.node().zone());
      entry.put("address", node.node().address());
      ArrayNode shards = entry.putArray("shards");
      for (ShardHealth health : node.shards()) {
        ArrayNode shard = shards.addArray();
        shard.add(health.shard().shard());
        shard.add(STATES.indexOf(health.state()));
        shard.add(health.lagMillis());
        boolean isPending = health.pendingFromMillis() != ShardHealth.NOTHING_PENDING;
        MapHoles.add(shard, health.holes(), isPending);
        if (isPending) {
          shard.add(health.pendingFromMillis());
        }
      }
    }
    return EntryJson.bytes(root);
  }

  static List<NodeShards> readMap(MapKey key, byte[] json) throws IOException {
    List<NodeShards> nodes = new ArrayList<>();
    for (JsonNode entry : nodesOf(json)) {
      var node =
          new ClusterNode(
              MapPaths.service(key.store()),
              text(entry, "name"),
              text(entry, "zone"),
              text(entry, "address"));
      List<ShardHealth> shards = new ArrayList<>();
      for (JsonNode shard : entry.path("shards")) {
        shards.add(health(key.namespace(), shard));
      }
      nodes.add(new NodeShards(node, shards));
    }
    return nodes;
  }

  static byte[] writeNodes(long atMillis, List<NodeStatus> nodes) {
    ObjectNode root = root(atMillis);
    ArrayNode list = root.putArray("nodes");
    for (NodeStatus status : nodes) {
      ObjectNode entry = list.addObject();
      entry.put("service", status.node().service().label());
      entry.put("name", status.node().name());
      entry.put("zone", status.node().zone());
      entry.put("address", status.node().address());
      entry.put("answers", status.answers());
    }
    return EntryJson.bytes(root);
  }

  static List<NodeStatus> readNodes(byte[] json) throws IOException {
    List<NodeStatus> nodes = new ArrayList<>();
    for (JsonNode entry : nodesOf(json)) {
      var node =
          new ClusterNode(
              service(text(entry, "service")),
              text(entry, "name"),
              text(entry, "zone"),
              text(entry, "address"));
      nodes.add(new NodeStatus(node, entry.path("answers").asBoolean()));
    }
    return nodes;
  }

  /// Returns the time at which the entry was written, in milliseconds since the epoch.
  static long writtenAt(byte[] json) throws IOException {
    return EntryJson.read(json, VERSION).path("at").asLong();
  }

  private static ShardHealth health(String namespace, JsonNode shard) throws IOException {
    int state = shard.path(1).asInt(-1);
    if (!shard.path(0).isInt() || state < 0 || state >= STATES.size() || !shard.has(2)) {
      throw new IOException("a shard must be [number, state, lag], found " + shard);
    }
    return new ShardHealth(
        new ShardId(namespace, shard.path(0).asInt()),
        STATES.get(state),
        shard.path(2).asLong(),
        MapHoles.read(shard),
        shard.path(5).asLong(ShardHealth.NOTHING_PENDING));
  }

  private static ServiceRole service(String label) throws IOException {
    for (ServiceRole service : ServiceRole.values()) {
      if (service.label().equals(label)) {
        return service;
      }
    }
    throw new IOException("unknown service `%s`".formatted(label));
  }

  private static String text(JsonNode entry, String field) throws IOException {
    JsonNode value = entry.path(field);
    if (!value.isTextual()) {
      throw new IOException("a node must have a string `%s`, found %s".formatted(field, value));
    }
    return value.asText();
  }

  private static JsonNode nodesOf(byte[] json) throws IOException {
    return EntryJson.read(json, VERSION).path("nodes");
  }

  private static ObjectNode root(long atMillis) {
    ObjectNode root = EntryJson.object(VERSION);
    root.put("at", atMillis);
    return root;
  }
}
