package goku.rpc;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;

/// The health of a node's replica of a shard (section 4.7.2 of the paper).
///
/// @param lagMillis milliseconds since the replica was last known to have all records of its log;
///   newer datapoints may be missing. 0 if the shard follows no log.
/// @param holes the times for which the replica may lack datapoints
/// @param pendingFromMillis of a replica of GokuS the first millisecond of which GokuL may lack
///   datapoints, or their deletes, because the replica does not know that the tiers have them.
///   `NOTHING_PENDING` if the replica says nothing about it
public record ShardHealth(
    ShardId shard, ShardState state, long lagMillis, Holes holes, long pendingFromMillis) {
  public static final long NOTHING_PENDING = Long.MAX_VALUE;

  /// Creates the health of a replica that says nothing about what GokuL lacks.
  public ShardHealth(ShardId shard, ShardState state, long lagMillis, Holes holes) {
    this(shard, state, lagMillis, holes, NOTHING_PENDING);
  }

  /// Returns the health of a replica that no longer answers.
  ///
  /// @param silenceMillis the time since its last answer
  public ShardHealth unavailable(long silenceMillis) {
    return new ShardHealth(
        shard, ShardState.UNAVAILABLE, lagMillis + silenceMillis, holes, pendingFromMillis);
  }

  /// Returns the first millisecond that a replica of GokuS still keeps; the smallest long if it has
  /// dropped nothing.
  public long keptFromMillis() {
    return holes.only(HoleCause.NOT_KEPT).completeFromMillis();
  }

  /// Returns the first millisecond of which a replica of GokuS may have datapoints, if it has
  /// dropped none; the smallest long if it has, or if that is unknown.
  public long beganMillis() {
    return holes.only(HoleCause.BEFORE_LOG).completeFromMillis();
  }

  /// Returns the first millisecond that a replica of GokuL does not have, except damaged buckets;
  /// the largest long if that is unknown.
  public long completeToMillis() {
    long to = Long.MAX_VALUE;
    for (Hole hole : holes.all()) {
      if (hole.cause() == HoleCause.NOT_YET || hole.cause() == HoleCause.RECOVERY) {
        to = Math.min(to, hole.startMillis());
      }
    }
    return to;
  }
}
