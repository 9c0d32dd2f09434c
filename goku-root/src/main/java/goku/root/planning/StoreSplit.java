package goku.root.planning;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;

/// The split of time between the two stores.
///
/// @param atMillis the first millisecond that GokuS answers for; the smallest long if it answers
///   for all time
/// @param isHandedOver whether GokuS has dropped something, which GokuL must have. Otherwise GokuL
///   is not behind GokuS, even if its last bucket ends before the split: nothing is between both.
/// @param doubtfulFromMillis the first millisecond that some shard of GokuS may not have handed
///   over, while others no longer keep it: GokuL may lack some of it, or have an earlier
///   generation. The largest long if all shards have handed over all before the split
public record StoreSplit(long atMillis, boolean isHandedOver, long doubtfulFromMillis) {
  /// The split of a namespace that only GokuS has.
  static final StoreSplit ALL_IN_MEMORY = new StoreSplit(Long.MIN_VALUE, false);

  /// Creates a split without a doubt.
  StoreSplit(long atMillis, boolean isHandedOver) {
    this(atMillis, isHandedOver, Long.MAX_VALUE);
  }

  /// Returns the holes of an answer that matter, with those that only the root knows.
  public Holes relevant(Holes holes) {
    Holes relevant = isHandedOver ? holes : holes.except(HoleCause.NOT_YET);
    return doubtfulFromMillis < atMillis
        ? relevant.plus(new Hole(doubtfulFromMillis, atMillis, HoleCause.NOT_YET))
        : relevant;
  }
}
