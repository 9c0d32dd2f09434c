package goku.root.planning;

import goku.model.Holes;
import goku.model.ShardId;
import goku.model.Store;
import goku.rpc.Replica;
import goku.rpc.ReplicaMap;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The times that the two stores hold, as their replicas stated in the shard map. A replica that is
/// not available does not count, nor does a shard without any: answers name it as missing. Only
/// what a shard of GokuS may not have handed over counts even then, see `pendingFrom`. Thread-safe.
public record Holdings(ReplicaMap shortTerm, ReplicaMap longTerm) {
  /// The holdings of stores that state nothing.
  public static final Holdings UNKNOWN = new Holdings(_ -> List.of(), _ -> List.of());

  /// Returns the first millisecond that GokuS keeps of all the shards; the smallest long if nothing
  /// was dropped.
  long keptFrom(List<ShardId> shards) {
    return shards.stream()
        .mapToLong(
            shard ->
                available(shortTerm, shard)
                    .mapToLong(replica -> replica.health().keptFromMillis())
                    .min()
                    .orElse(Long.MIN_VALUE))
        .max()
        .orElse(Long.MIN_VALUE);
  }

  /// Returns the first millisecond of which the tiers may lack what a shard of GokuS has: GokuL may
  /// lack late datapoints and deletes from then on. Replicas that recover, or that are no longer
  /// available, decide for a shard that none serves. The smallest long if none of a shard was ever
  /// heard: the shard may have anything.
  long pendingFrom(List<ShardId> shards) {
    return equals(UNKNOWN)
        ? ShardHealth.NOTHING_PENDING
        : shards.stream().mapToLong(this::pendingFrom).min().orElse(ShardHealth.NOTHING_PENDING);
  }

  /// Returns the same of the shards that state it; the largest long if none does.
  long statedPendingFrom(List<ShardId> shards) {
    return shards.stream()
        .mapToLong(this::pendingFrom)
        .filter(millis -> millis != Long.MIN_VALUE)
        .min()
        .orElse(ShardHealth.NOTHING_PENDING);
  }

  private long pendingFrom(ShardId shard) {
    List<ShardHealth> all = shortTerm.replicasOf(shard).stream().map(Replica::health).toList();
    for (ShardState state :
        List.of(ShardState.SERVING, ShardState.RECOVERING, ShardState.UNAVAILABLE)) {
      OptionalLong first =
          all.stream()
              .filter(health -> health.state() == state)
              .mapToLong(ShardHealth::pendingFromMillis)
              .min();
      if (first.isPresent()) {
        return first.getAsLong();
      }
    }
    return Long.MIN_VALUE;
  }

  /// Returns the first millisecond of which GokuS may have datapoints, if it has dropped none of
  /// any of the shards; the smallest long if it has, or if that is unknown. Shards with few
  /// datapoints began late: the earliest shard decides.
  long beganAt(List<ShardId> shards) {
    long first = Long.MAX_VALUE;
    for (ShardId shard : shards) {
      long began =
          available(shortTerm, shard)
              .mapToLong(replica -> replica.health().beganMillis())
              .filter(millis -> millis != Long.MIN_VALUE)
              .min()
              .orElse(Long.MIN_VALUE);
      first = Math.min(first, began);
    }
    return first == Long.MAX_VALUE ? Long.MIN_VALUE : first;
  }

  /// Returns the first millisecond that GokuL lacks of one of the shards, or may lack of later
  /// times; the largest long if that is unknown.
  long completeTo(List<ShardId> shards) {
    return shards.stream()
        .mapToLong(
            shard ->
                available(longTerm, shard)
                    .mapToLong(replica -> replica.health().completeToMillis())
                    .max()
                    .orElse(Long.MAX_VALUE))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /// Returns the times that each replica of a shard lacks within what it holds.
  List<Holes> holes(StoreShard shard) {
    ReplicaMap map = shard.store() == Store.LONG_TERM ? longTerm : shortTerm;
    return available(map, shard.id()).map(replica -> replica.health().holes().inner()).toList();
  }

  private static Stream<Replica> available(ReplicaMap map, ShardId shard) {
    return map.replicasOf(shard).stream()
        .filter(replica -> replica.health().state() != ShardState.UNAVAILABLE);
  }
}
