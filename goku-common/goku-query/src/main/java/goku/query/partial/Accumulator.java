package goku.query.partial;

import goku.model.PointBuffer;

/// The state of a group's aggregation at each of its timestamps, to which series are added one
/// after the other. Owned by one thread at a time.
public abstract sealed class Accumulator permits GridAccumulator, RunAccumulator {
  final SlotStates states;

  Accumulator(SlotStates states) {
    this.states = states;
  }

  /// Adds a series after its stages. Returns false and changes nothing if the series needs
  /// timestamps that the state does not have.
  ///
  /// @param integers whether the series is neither downsampled nor a rate, and every value is a
  ///   64-bit integer
  public abstract boolean add(PointBuffer series, boolean integers);

  /// Adds the state of other series, which the caller must no longer use. Returns false like `add`.
  public abstract boolean merge(Accumulator other);

  /// Returns the number of slots. Slots that are not `present` have no datapoint.
  public final int slots() {
    return states.slots();
  }

  /// Returns the slot's time in milliseconds since the epoch. Times ascend.
  public abstract long time(int slot);

  /// Returns whether some series has a datapoint at the slot, inside the range of the query.
  public abstract boolean present(int slot);

  /// Returns whether all series had only 64-bit integers.
  public abstract boolean integers();

  /// Returns the aggregate. NaN is a gap that the query asked to fill.
  public final double value(int slot) {
    return states.value(slot);
  }

  /// Returns the aggregate if `integers`: fractions are cut towards zero, overflows wrap at 64
  /// bits.
  public final long longValue(int slot) {
    return states.longValue(slot);
  }

  /// Returns the content for transfer to another process; `PartialPlan.restored` is the inverse.
  /// The state shares the arrays, so the accumulator must no longer be changed.
  public abstract AccumulatorState state();

  /// Returns the approximate size in bytes on the heap.
  public abstract long heldBytes();
}
