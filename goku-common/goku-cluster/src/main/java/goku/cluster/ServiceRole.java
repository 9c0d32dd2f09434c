package goku.cluster;

import java.util.Locale;

/// The services whose nodes join the cluster. Each is its own Helix cluster, so that placing shards
/// for one never waits for another.
public enum ServiceRole {
  /// GokuS. Helix places nothing here: Kafka Streams assigns the shards to the nodes of a zone.
  SHORT,
  /// GokuL.
  LONG,
  COMPACTOR;

  /// Returns the name used in commands: `short`, `long`, `compactor`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the name of its Helix cluster, which is also its path in ZooKeeper below the root.
  public String helixCluster() {
    return "goku-" + label();
  }

  /// Returns the ZooKeeper path with an entry for each node that has a session.
  public String livePath() {
    return "/" + helixCluster() + "/LIVEINSTANCES";
  }

  /// Returns the ZooKeeper path with an entry for each node that ever joined.
  public String instancesPath() {
    return "/" + helixCluster() + "/INSTANCES";
  }
}
