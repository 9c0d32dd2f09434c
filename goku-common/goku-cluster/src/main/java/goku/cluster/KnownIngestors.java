package goku.cluster;

import goku.service.ClusterException;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;

/// The ingestors that may accept datapoints: those that run, and those that joined, did not stop in
/// order and were not removed. The end of a session is no evidence, because an ingestor without
/// ZooKeeper still accepts datapoints. Stateless.
public final class KnownIngestors {
  private static final String PREFIX = "ingest-";

  private KnownIngestors() {}

  /// Returns the names of the ingestors, ascending.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  public static SortedSet<String> names(ClusterClient cluster) {
    SortedSet<String> names = new TreeSet<>(Followers.names(cluster));
    CuratorFramework curator = cluster.curator();
    try {
      if (curator.checkExists().forPath(ClusterClient.KNOWN_NODES) != null) {
        names.addAll(curator.getChildren().forPath(ClusterClient.KNOWN_NODES));
      }
    } catch (Exception failed) {
      throw new ClusterException(
          "cannot read the known nodes at " + ClusterClient.KNOWN_NODES, failed);
    }
    names.removeIf(name -> !name.startsWith(PREFIX));
    return names;
  }

  /// Returns the ingestors that have not confirmed a version of the namespaces, ascending.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  public static SortedSet<String> lacking(ClusterClient cluster, String version) {
    Map<String, Boolean> confirmed =
        Followers.all(cluster).stream()
            .collect(
                Collectors.toMap(
                    Followers.Follower::name,
                    follower -> follower.version().equals(version),
                    Boolean::logicalAnd));
    SortedSet<String> lacking = names(cluster);
    lacking.removeIf(name -> confirmed.getOrDefault(name, false));
    return lacking;
  }
}
