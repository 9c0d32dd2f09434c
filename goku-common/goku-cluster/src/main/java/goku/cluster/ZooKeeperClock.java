package goku.cluster;

import goku.time.ThisMachine;
import java.time.Instant;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.client.ConnectStringParser;

/// The clock of ZooKeeper's leader: the time that it gives to a write. Every process of a cluster
/// has a connection to ZooKeeper, so that no process depends on another one for the time.
/// Thread-safe.
public final class ZooKeeperClock {
  /// The node that all processes write, without content.
  private static final String PATH = "/goku/clock";

  private static final byte[] NOTHING = {};

  private final CuratorFramework curator;

  ZooKeeperClock(CuratorFramework curator) {
    this.curator = curator;
  }

  /// Returns the clock; empty if a ZooKeeper server is on this machine, whose clock it shares.
  public static Optional<ZooKeeperClock> of(ClusterClient cluster) {
    var servers = new ConnectStringParser(cluster.config().zookeeper()).getServerAddresses();
    boolean here = servers.stream().anyMatch(server -> ThisMachine.isHost(server.getHostString()));
    return here ? Optional.empty() : Optional.of(new ZooKeeperClock(cluster.curator()));
  }

  /// Returns the time of the leader; empty without a connection.
  public Optional<Instant> ask() throws Exception {
    if (!curator.getZookeeperClient().isConnected()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.ofEpochMilli(curator.setData().forPath(PATH, NOTHING).getMtime()));
    } catch (NoNodeException first) {
      curator.create().orSetData().creatingParentsIfNeeded().forPath(PATH, NOTHING);
      return Optional.of(Instant.ofEpochMilli(curator.setData().forPath(PATH, NOTHING).getMtime()));
    }
  }
}
