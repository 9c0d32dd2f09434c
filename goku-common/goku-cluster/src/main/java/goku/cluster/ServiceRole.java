package goku.cluster;

import java.util.Locale;

/// The services whose nodes join the cluster. Each is a Helix cluster of its own, so that placing
/// shards for one waits for nothing of another.
public enum ServiceRole {
  /// GokuS. Nothing is placed here: Kafka Streams spreads the shards among the nodes of a zone.
  SHORT,
  /// GokuL.
  LONG,
  COMPACTOR;

  /// As in commands: `short`, `long`, `compactor`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The name of its Helix cluster, which is also its path in ZooKeeper below the root.
  public String helixCluster() {
    return "goku-" + label();
  }

  /// Where ZooKeeper has an entry for each node of which the session lives.
  public String livePath() {
    return "/" + helixCluster() + "/LIVEINSTANCES";
  }
}
