package goku.cluster.helix;

import goku.config.Key;
import java.time.Duration;

/// How shards are placed.
public record PlacementConfig(
    @Key(
            value = "long-replicas",
            doc = "nodes of GokuL that have a shard, in different zones where there are as many",
            byDefault = "2",
            min = 1,
            max = 10)
        int longReplicas,
    @Key(
            value = "delay",
            doc = "how long a node may be away before its shards go to others",
            byDefault = "15s",
            min = 0)
        Duration delay) {

  int replicas(Placement placement) {
    return placement == Placement.LONG ? longReplicas : 1;
  }
}
