package goku.query.partial;

import goku.model.PointBuffer;

/// The state of a group's aggregation at each of its timestamps; takes one series after the other.
/// Owned by one thread at a time.
public abstract sealed class Accumulator permits GridAccumulator, RunAccumulator {
  final SlotStates states;

  Accumulator(SlotStates states) {
    this.states = states;
  }

  /// Adds a series after its stages. False, and nothing is changed, when the series does not fit:
  /// it would need timestamps that the state does not have.
  ///
  /// @param integers neither downsampled nor a rate, and every value is a 64-bit integer
  public abstract boolean add(PointBuffer series, boolean integers);

  /// Adds the state of other series, which nobody uses any more. False as with `add`.
  public abstract boolean merge(Accumulator other);

  /// The number of slots; those that are not `present` have no datapoint.
  public final int slots() {
    return states.slots();
  }

  /// Milliseconds since the epoch, ascending.
  public abstract long time(int slot);

  /// Whether some series has a datapoint at the slot, inside the range of the query.
  public abstract boolean present(int slot);

  /// All series were of 64-bit integers.
  public abstract boolean integers();

  /// The aggregate; NaN is a gap that was asked to be filled.
  public final double value(int slot) {
    return states.value(slot);
  }

  /// The aggregate if `integers`, cut towards zero, wrapping at 64 bits.
  public final long longValue(int slot) {
    return states.longValue(slot);
  }

  /// What it is made of, for the way to another process; `PartialPlan.restored` is its inverse. It
  /// shares the arrays, so the accumulator is not changed any more.
  public abstract AccumulatorState state();

  /// Bytes of heap, roughly.
  public abstract long heldBytes();
}
