package goku.root.planning;

import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import java.util.List;

/// Statements of the replicas of some shards of GokuS in the shard map. Every query reads them, so
/// the methods avoid streams. Immutable.
///
/// @param shards the health of all replicas of each shard
/// @param isStated whether stores state anything at all
record MemoryHoldings(List<List<ShardHealth>> shards, boolean isStated) {
  private static final List<ShardState> BEST_FIRST =
      List.of(ShardState.SERVING, ShardState.RECOVERING, ShardState.UNAVAILABLE);

  /// Returns the first millisecond that GokuS keeps of all the shards; the smallest long if nothing
  /// was dropped.
  long keptFrom() {
    long last = Long.MIN_VALUE;
    for (List<ShardHealth> shard : shards) {
      boolean any = false;
      long kept = Long.MAX_VALUE;
      for (ShardHealth health : shard) {
        if (health.state() != ShardState.UNAVAILABLE) {
          any = true;
          kept = Math.min(kept, health.keptFromMillis());
        }
      }
      last = any ? Math.max(last, kept) : last;
    }
    return last;
  }

  /// Returns the first millisecond of which the tiers may lack what a shard of GokuS has: GokuL may
  /// lack late datapoints and deletes from then on. Replicas that recover, or that are no longer
  /// available, decide for a shard that none serves. The smallest long if none of a shard was ever
  /// heard: the shard may have anything.
  long pendingFrom() {
    long first = ShardHealth.NOTHING_PENDING;
    if (isStated) {
      for (List<ShardHealth> shard : shards) {
        first = Math.min(first, pendingFrom(shard));
      }
    }
    return first;
  }

  /// Returns the same of the shards that state it; the largest long if none does.
  long statedPendingFrom() {
    long first = ShardHealth.NOTHING_PENDING;
    for (List<ShardHealth> shard : shards) {
      long pending = pendingFrom(shard);
      first = pending == Long.MIN_VALUE ? first : Math.min(first, pending);
    }
    return first;
  }

  private static long pendingFrom(List<ShardHealth> replicas) {
    for (ShardState state : BEST_FIRST) {
      boolean any = false;
      long first = Long.MAX_VALUE;
      for (ShardHealth health : replicas) {
        if (health.state() == state) {
          any = true;
          first = Math.min(first, health.pendingFromMillis());
        }
      }
      if (any) {
        return first;
      }
    }
    return Long.MIN_VALUE;
  }

  /// Returns the first millisecond of which GokuS may have datapoints, if it has dropped none of
  /// any of the shards; the smallest long if it has, or if that is unknown. Shards with few
  /// datapoints began late: the earliest shard decides.
  long beganAt() {
    long first = Long.MAX_VALUE;
    for (List<ShardHealth> shard : shards) {
      boolean any = false;
      for (ShardHealth health : shard) {
        long began = health.beganMillis();
        if (health.state() != ShardState.UNAVAILABLE && began != Long.MIN_VALUE) {
          any = true;
          first = Math.min(first, began);
        }
      }
      if (!any) {
        return Long.MIN_VALUE;
      }
    }
    return first == Long.MAX_VALUE ? Long.MIN_VALUE : first;
  }
}
