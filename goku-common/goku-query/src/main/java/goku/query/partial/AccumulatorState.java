package goku.query.partial;

/// The content of an accumulator, for transfer between processes. The receiver owns the arrays.
/// Each array except `times` has an entry for every slot.
///
/// @param times the slots' times in milliseconds; empty where the query's grid gives them
/// @param values sums, minima or maxima
/// @param errors the rounding errors of the sums
/// @param counts the number of values of each slot
/// @param present whether some series has a datapoint at the slot
/// @param integers whether all series had only 64-bit integers
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
      throw new IllegalArgumentException("cannot create the state: its arrays differ in length");
    }
  }

  public int slots() {
    return values.length;
  }
}
