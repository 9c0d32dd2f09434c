package goku.root.planning;

import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.ArrayList;
import java.util.List;

/// The times that the two stores hold, as their replicas stated in the shard map. A replica that is
/// not available does not count, nor does a shard without any: answers name it as missing. Only
/// what a shard of GokuS may not have handed over counts even then, see `MemoryHoldings`.
/// Thread-safe.
public record Holdings(ReplicaMap shortTerm, ReplicaMap longTerm) {
  /// The holdings of stores that state nothing.
  public static final Holdings UNKNOWN = new Holdings(_ -> List.of(), _ -> List.of());

  /// Returns what the shards of GokuS hold.
  MemoryHoldings inMemory(List<ShardId> shards) {
    List<List<ShardHealth>> health = new ArrayList<>(shards.size());
    for (ShardId shard : shards) {
      List<ShardHealth> replicas = new ArrayList<>();
      for (Replica replica : shortTerm.replicasOf(shard)) {
        replicas.add(replica.health());
      }
      health.add(replicas);
    }
    return new MemoryHoldings(health, !equals(UNKNOWN));
  }

  /// Returns the first millisecond that GokuL lacks of one of the shards, or may lack of later
  /// times; the largest long if that is unknown.
  long completeTo(List<ShardId> shards) {
    long first = Long.MAX_VALUE;
    for (ShardId shard : shards) {
      boolean any = false;
      long best = Long.MIN_VALUE;
      for (Replica replica : longTerm.replicasOf(shard)) {
        if (replica.health().state() != ShardState.UNAVAILABLE) {
          any = true;
          best = Math.max(best, replica.health().completeToMillis());
        }
      }
      first = any ? Math.min(first, best) : first;
    }
    return first;
  }

  /// Returns the times that each replica of a shard lacks within what it holds.
  List<Holes> holes(Store store, ShardId shard) {
    ReplicaMap map = store == Store.LONG_TERM ? longTerm : shortTerm;
    List<Holes> holes = new ArrayList<>();
    for (Replica replica : map.replicasOf(shard)) {
      if (replica.health().state() != ShardState.UNAVAILABLE) {
        holes.add(replica.health().holes().inner());
      }
    }
    return holes;
  }
}
