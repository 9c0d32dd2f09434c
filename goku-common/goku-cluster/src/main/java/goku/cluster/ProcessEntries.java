package goku.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.service.ClusterException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The entries of living processes below a path in ZooKeeper, each with a text that its process
/// states. An entry lives as long as the session of its process. Stateless.
///
/// @param path the parent of the entries
public record ProcessEntries(ClusterClient cluster, String path) {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessEntries.class);

  /// The length of the suffix that ZooKeeper appends to the name: a dash and ten digits.
  private static final int NUMBER_LENGTH = 11;

  /// The entry of a process.
  ///
  /// @param process the name of the process, for people; two processes may have the same
  public record Entry(String process, String text) {}

  /// The entry of this process. Thread-safe.
  public static final class Own implements AutoCloseable {
    private final PersistentNode node;

    private Own(PersistentNode node) {
      this.node = node;
    }

    /// Replaces the text. ZooKeeper gets it later if it is away.
    public void state(String text) {
      try {
        node.setData(text.getBytes(UTF_8));
      } catch (Exception failed) {
        // set again with the next session
        LOG.debug("process entry not replaced", failed);
      }
    }

    @Override
    public void close() throws IOException {
      node.close();
    }
  }

  /// Adds the entry of this process until it is closed.
  public Own add(String process, String text) {
    var node =
        new PersistentNode(
            cluster.curator(),
            CreateMode.EPHEMERAL_SEQUENTIAL,
            false,
            path + "/" + process + "-",
            text.getBytes(UTF_8));
    node.start();
    return new Own(node);
  }

  /// Returns the names of all living processes, in no order.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  public List<String> processes() {
    return children().stream().map(ProcessEntries::process).toList();
  }

  /// Returns all entries, ordered by the names of their processes.
  ///
  /// @throws ClusterException if ZooKeeper does not answer
  public List<Entry> all() {
    CuratorFramework curator = cluster.curator();
    List<Entry> all = new ArrayList<>();
    for (String child : children().stream().sorted().toList()) {
      try {
        byte[] text = curator.getData().forPath(path + "/" + child);
        all.add(new Entry(process(child), new String(text, UTF_8)));
      } catch (NoNodeException gone) {
        LOG.debug("process left meanwhile entry={}", child, gone);
      } catch (Exception failed) {
        throw unreadable(failed);
      }
    }
    return List.copyOf(all);
  }

  private List<String> children() {
    try {
      return cluster.curator().getChildren().forPath(path);
    } catch (NoNodeException nobody) {
      return List.of();
    } catch (Exception failed) {
      throw unreadable(failed);
    }
  }

  private ClusterException unreadable(Exception failed) {
    return new ClusterException("cannot read the living processes at " + path, failed);
  }

  private static String process(String child) {
    return child.substring(0, Math.max(0, child.length() - NUMBER_LENGTH));
  }
}
