package goku.cluster.helix;

import goku.config.Key;
import java.time.Duration;

/// The configuration of the placement of shards.
public record PlacementConfig(
    @Key(
            value = "long-replicas",
            doc = "number of GokuL nodes that serve each shard, in different zones if possible",
            byDefault = "2",
            min = 1,
            max = 10)
        int longReplicas,
    @Key(
            value = "delay",
            doc = "time a node may be away before its shards move to others",
            byDefault = "15s",
            min = 0)
        Duration delay) {

  int replicas(Placement placement) {
    return placement == Placement.LONG ? longReplicas : 1;
  }
}
