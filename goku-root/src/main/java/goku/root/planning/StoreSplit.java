package goku.root.planning;

import goku.model.HoleCause;
import goku.model.Holes;

/// The split of time between the two stores.
///
/// @param atMillis the first millisecond that GokuS answers for; the smallest long if it answers
///   for all time
/// @param isHandedOver whether GokuS has dropped something, which GokuL must have. Otherwise GokuL
///   is not behind GokuS, even if its last bucket ends before the split: nothing is between both.
public record StoreSplit(long atMillis, boolean isHandedOver) {
  /// The split of a namespace that only GokuS has.
  static final StoreSplit ALL_IN_MEMORY = new StoreSplit(Long.MIN_VALUE, false);

  /// Returns the holes of an answer that matter.
  public Holes relevant(Holes holes) {
    return isHandedOver ? holes : holes.except(HoleCause.NOT_YET);
  }
}
