package goku.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.nodes.PersistentNode;
import org.apache.zookeeper.CreateMode;

/// A node's entry in the directory: there from the return of [NodeDirectory#announce] until it is
/// closed or the process dies, and made again when ZooKeeper expired the session meanwhile.
/// Thread-safe.
public final class Announcement implements AutoCloseable {
  private final PersistentNode node;
  private final String path;

  Announcement(ClusterClient cluster, String path, NodeInfo info, Duration limit) {
    this.path = path;
    this.node =
        new PersistentNode(
            cluster.curator(), CreateMode.EPHEMERAL, false, path, NodeJson.write(info));
    node.start();
    try {
      if (!node.waitForInitialCreate(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new ClusterException(
            "no entry %s within %s: check that ZooKeeper answers".formatted(path, limit));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while announcing " + path, interrupted);
    }
  }

  /// Replaces what the directory says of this node; the name stays.
  public void update(NodeInfo info) {
    if (!path.endsWith("/" + info.name())) {
      throw new IllegalArgumentException(
          "%s cannot become node %s: announce that one".formatted(path, info.name()));
    }
    try {
      node.setData(NodeJson.write(info));
    } catch (Exception failed) {
      throw new ClusterException("cannot update " + path, failed);
    }
  }

  @Override
  public void close() {
    try {
      node.close();
    } catch (IOException failed) {
      throw new ClusterException("cannot remove " + path, failed);
    }
  }
}
