package goku.query.partial;

/// What an accumulator is made of, on its way from one process to another. Whoever takes it owns
/// the arrays, each of which but `times` has an entry for every slot.
///
/// @param times of the slots, in milliseconds; empty where the grid of the query says them
/// @param values sums, minima or maxima
/// @param errors what rounding took from the sums
/// @param counts how many values each slot has
/// @param present where a series has a datapoint
/// @param integers all series were of 64-bit integers
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AccumulatorState(
    long[] times,
    double[] values,
    double[] errors,
    int[] counts,
    boolean[] present,
    boolean integers) {
  public AccumulatorState {
    int slots = values.length;
    if (errors.length != slots || counts.length != slots || present.length != slots) {
      throw new IllegalArgumentException("the arrays of a state are not of one length");
    }
  }

  public int slots() {
    return values.length;
  }
}
