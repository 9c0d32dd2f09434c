package goku.cluster.helix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.cluster.ClusterClient;
import goku.cluster.ServiceRole;
import goku.service.ClusterException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.apache.zookeeper.KeeperException.NoNodeException;

/// The knowledge of Helix about nodes and placements, read from its entries in ZooKeeper without a
/// connection of Helix. Methods throw `ClusterException` if ZooKeeper does not answer. Stateless.
///
/// @param cluster a started client
public record HelixEntries(ClusterClient cluster) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String ZONE = "zone=";

  /// Returns the zones of all nodes of a service that joined and were not removed.
  public Set<String> zones(ServiceRole service) {
    String configs = "/" + service.helixCluster() + "/CONFIGS/PARTICIPANT";
    Set<String> zones = new TreeSet<>();
    for (String node : children(configs)) {
      String domain = fields(configs + "/" + node).path("DOMAIN").asText();
      for (String part : domain.split(",", -1)) {
        if (part.startsWith(ZONE)) {
          zones.add(part.substring(ZONE.length()));
        }
      }
    }
    return zones;
  }

  /// Returns the time at which a controller noticed the end of the node's last session; empty if
  /// none did.
  public Optional<Instant> absentSince(ServiceRole service, String node) {
    String path = service.instancesPath() + "/" + node + "/HISTORY";
    long millis = fields(path).path(NodeMember.LAST_OFFLINE_TIME).asLong();
    return millis > 0 ? Optional.of(Instant.ofEpochMilli(millis)) : Optional.empty();
  }

  /// Returns the wanted number of nodes with each shard of a namespace; empty if no controller has
  /// set up the placement.
  public OptionalInt replicas(Placement placement, String namespace) {
    String path =
        "/%s/IDEALSTATES/%s"
            .formatted(placement.service().helixCluster(), placement.resource(namespace));
    int replicas = fields(path).path("REPLICAS").asInt();
    return replicas > 0 ? OptionalInt.of(replicas) : OptionalInt.empty();
  }

  private JsonNode fields(String path) {
    try {
      JsonNode record = MAPPER.readTree(cluster.curator().getData().forPath(path));
      return record.path("simpleFields");
    } catch (NoNodeException none) {
      return MAPPER.missingNode();
    } catch (Exception failed) {
      throw new ClusterException("cannot read " + path, failed);
    }
  }

  private List<String> children(String path) {
    try {
      return cluster.curator().getChildren().forPath(path);
    } catch (NoNodeException none) {
      return List.of();
    } catch (Exception failed) {
      throw new ClusterException("cannot read " + path, failed);
    }
  }
}
