package goku.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.namespace.FollowedNamespaces;
import goku.namespace.Refusal;
import goku.service.ClusterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The namespaces versions of all living processes, in ZooKeeper, so that a publisher can see when
/// all have the new version. An entry lives as long as the session of its process. Stateless.
public final class Followers {
  private static final Logger LOG = LoggerFactory.getLogger(Followers.class);
  private static final String PATH = "/goku/followers";

  /// The length of the suffix that ZooKeeper appends to the name: a dash and ten digits.
  private static final int NUMBER_LENGTH = 11;

  /// A process that follows the namespaces.
  ///
  /// @param version the version of the namespaces in force in the process
  /// @param refused the version that the process rejected, if that was the last one offered;
  ///   otherwise empty
  public record Follower(String name, String version, String refused) {}

  private Followers() {}

  /// Publishes this process' namespaces version until the result is closed.
  ///
  /// @param name the name of the process, for people
  public static AutoCloseable tell(
      ClusterClient cluster, String name, FollowedNamespaces followed) {
    var node =
        new PersistentNode(
            cluster.curator(),
            CreateMode.EPHEMERAL_SEQUENTIAL,
            false,
            PATH + "/" + name + "-",
            entry(followed.state()));
    node.start();
    followed.observe(state -> set(node, state));
    return node;
  }

  private static void set(PersistentNode node, FollowedNamespaces.State state) {
    try {
      node.setData(entry(state));
    } catch (Exception failed) {
      // set again with the next session
      LOG.debug("namespaces version not reported", failed);
    }
  }

  private static byte[] entry(FollowedNamespaces.State state) {
    String refused = state.refused().map(Refusal::version).orElse("");
    return (state.text().version() + "\n" + refused).getBytes(UTF_8);
  }

  /// Returns the names of all living processes, in no order.
  public static Set<String> names(ClusterClient cluster) {
    try {
      return cluster.curator().getChildren().forPath(PATH).stream()
          .map(Followers::name)
          .collect(Collectors.toUnmodifiableSet());
    } catch (NoNodeException nobody) {
      return Set.of();
    } catch (Exception failed) {
      throw new ClusterException("cannot read the living processes at " + PATH, failed);
    }
  }

  private static String name(String entry) {
    return entry.substring(0, Math.max(0, entry.length() - NUMBER_LENGTH));
  }

  /// Returns all living processes, by name.
  public static List<Follower> all(ClusterClient cluster) {
    CuratorFramework curator = cluster.curator();
    List<Follower> all = new ArrayList<>();
    try {
      for (String child : curator.getChildren().forPath(PATH).stream().sorted().toList()) {
        try {
          String[] lines =
              new String(curator.getData().forPath(PATH + "/" + child), UTF_8).split("\n", 2);
          all.add(new Follower(name(child), lines[0], lines.length > 1 ? lines[1] : ""));
        } catch (NoNodeException gone) {
          LOG.debug("process left meanwhile entry={}", child, gone);
        }
      }
      return List.copyOf(all);
    } catch (NoNodeException nobody) {
      return List.of();
    } catch (Exception failed) {
      throw new ClusterException("cannot read namespaces versions at " + PATH, failed);
    }
  }
}
