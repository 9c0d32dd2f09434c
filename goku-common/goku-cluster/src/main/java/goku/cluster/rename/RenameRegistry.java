package goku.cluster.rename;

import goku.cluster.ClusterClient;
import goku.model.MetricRenames;
import goku.service.ClusterException;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.data.Stat;

/// The renamed metrics in ZooKeeper. Thread-safe.
final class RenameRegistry {
  static final String PATH = "/goku/renames";

  /// The limit of the entry. A packet of ZooKeeper has 1,048,576 bytes.
  static final int MOST_BYTES = 1_000_000;

  private static final int ABSENT = -1;
  private static final int TRIES = 20;

  private final CuratorFramework curator;

  private record Stored(MetricRenames renames, int version) {}

  RenameRegistry(ClusterClient cluster) {
    curator = cluster.curator();
  }

  /// Applies the change and returns the result. May call the change several times. What it throws
  /// is thrown.
  ///
  /// @throws ClusterException if the renames cannot be read or written
  MetricRenames change(UnaryOperator<MetricRenames> change) {
    for (int tries = 0; tries < TRIES; tries++) {
      Stored before = read();
      MetricRenames after = change.apply(before.renames());
      if (after.edition() == before.renames().edition() || replace(before, limited(after))) {
        return after;
      }
    }
    throw new ClusterException(
        "cannot change renames path=%s: modified concurrently %d times; try again"
            .formatted(PATH, TRIES));
  }

  private static byte[] limited(MetricRenames renames) {
    byte[] json = RenameJson.write(renames);
    if (json.length > MOST_BYTES) {
      throw new ClusterException(
          "cannot rename: all renamed metrics take bytes=%d, and the limit is %d"
              .formatted(json.length, MOST_BYTES));
    }
    return json;
  }

  private Stored read() {
    try {
      var stat = new Stat();
      byte[] json = curator.getData().storingStatIn(stat).forPath(PATH);
      return new Stored(RenameJson.read(json), stat.getVersion());
    } catch (NoNodeException none) {
      return new Stored(MetricRenames.NONE, ABSENT);
    } catch (IOException invalid) {
      throw new ClusterException(
          "cannot read renames at %s: %s".formatted(PATH, invalid.getMessage()), invalid);
    } catch (Exception failed) {
      throw new ClusterException("cannot read renames at " + PATH, failed);
    }
  }

  /// Returns false if another process has changed the renames.
  private boolean replace(Stored before, byte[] json) {
    try {
      if (before.version() == ABSENT) {
        curator.create().creatingParentsIfNeeded().forPath(PATH, json);
      } else {
        curator.setData().withVersion(before.version()).forPath(PATH, json);
      }
      return true;
    } catch (BadVersionException | NodeExistsException other) {
      return false;
    } catch (Exception failed) {
      throw new ClusterException("cannot write renames at " + PATH, failed);
    }
  }
}
