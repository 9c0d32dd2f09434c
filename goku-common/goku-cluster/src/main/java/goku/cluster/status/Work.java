package goku.cluster.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.zookeeper.KeeperException.NoNodeException;

/// The work that Helix assigned to the nodes of a service, according to its external views.
///
/// @param byNode numbers of partitions by node, and then by kind and state: `compact` 3, `compact
///   ERROR` 1
record Work(Map<String, Map<String, Integer>> byNode) {
  private static final JsonMapper MAPPER = new JsonMapper();

  static Work of(ClusterClient cluster, ServiceRole service) {
    String views = "/" + service.helixCluster() + "/EXTERNALVIEW";
    Map<String, Map<String, Integer>> byNode = new TreeMap<>();
    try {
      for (String resource : cluster.curator().getChildren().forPath(views)) {
        byte[] json = cluster.curator().getData().forPath(views + "/" + resource);
        String kind = resource.substring(0, Math.max(0, resource.indexOf('-')));
        for (JsonNode partition : MAPPER.readTree(json).path("mapFields")) {
          partition
              .properties()
              .forEach(node -> count(byNode, node.getKey(), kind, node.getValue().asText()));
        }
      }
    } catch (NoNodeException notSetUp) {
      return new Work(Map.of());
    } catch (Exception failed) {
      throw new ClusterException("cannot read " + views, failed);
    }
    return new Work(byNode);
  }

  /// Returns the node's work as text: `3 compact, 3 shuffle`.
  String of(String node) {
    var text = new StringBuilder();
    new TreeMap<>(byNode.getOrDefault(node, Map.of()))
        .forEach(
            (kind, shards) ->
                text.append(text.isEmpty() ? "" : ", ").append(shards).append(' ').append(kind));
    return text.isEmpty() ? "0" : text.toString();
  }

  private static void count(
      Map<String, Map<String, Integer>> byNode, String node, String kind, String state) {
    if (state.equals("OFFLINE") || state.equals("DROPPED")) {
      return;
    }
    String what = state.equals("ONLINE") ? kind : kind + " " + state;
    byNode.computeIfAbsent(node, name -> new TreeMap<>()).merge(what, 1, Integer::sum);
  }
}
