package goku.query.partial;

import java.math.BigDecimal;
import java.util.Arrays;

/// The state of an aggregation at each of some slots of time. NaN does not count, unless all values
/// of a slot are NaN. Owned by one thread.
///
/// A sum is kept as an unevaluated sum of two doubles (Knuth's two-sum, Neumaier's variant of
/// Kahan's summation). Its error is 2^-53 times the error of a plain sum, so the order of series
/// and parts does not change the result.
final class SlotStates {
  /// Bytes of heap per slot.
  static final int SLOT_BYTES = 2 * Double.BYTES + Integer.BYTES + 1;

  private final SlotFunction function;
  private double[] values;
  private double[] errors;
  private int[] counts;
  private boolean[] present;

  SlotStates(SlotFunction function, int slots) {
    this.function = function;
    values = new double[slots];
    errors = new double[slots];
    counts = new int[slots];
    present = new boolean[slots];
    Arrays.fill(values, initial());
  }

  SlotStates(SlotFunction function, AccumulatorState state) {
    this.function = function;
    values = state.values();
    errors = state.errors();
    counts = state.counts();
    present = state.present();
  }

  AccumulatorState with(long[] times, boolean integers) {
    return new AccumulatorState(times, values, errors, counts, present, integers);
  }

  private double initial() {
    return switch (function) {
      case MIN -> Double.POSITIVE_INFINITY;
      case MAX -> Double.NEGATIVE_INFINITY;
      case SUM, SQUARE_SUM, AVERAGE, COUNT -> 0;
    };
  }

  int slots() {
    return values.length;
  }

  boolean present(int slot) {
    return present[slot];
  }

  void setPresent(int slot) {
    present[slot] = true;
  }

  /// Adds slots before the first and after the last one.
  void extend(int before, int slots) {
    int old = values.length;
    values = moved(values, before, slots);
    errors = moved(errors, before, slots);
    Arrays.fill(values, 0, before, initial());
    Arrays.fill(values, before + old, slots, initial());
    int[] newCounts = new int[slots];
    System.arraycopy(counts, 0, newCounts, before, old);
    counts = newCounts;
    boolean[] newPresent = new boolean[slots];
    System.arraycopy(present, 0, newPresent, before, old);
    present = newPresent;
  }

  private static double[] moved(double[] array, int before, int slots) {
    double[] moved = new double[slots];
    System.arraycopy(array, 0, moved, before, array.length);
    return moved;
  }

  /// Adds a series' value at one slot.
  void add(int slot, double value) {
    if (Double.isNaN(value)) {
      return;
    }
    counts[slot]++;
    switch (function) {
      case SUM, AVERAGE -> addToSum(slot, value);
      case SQUARE_SUM -> {
        double square = value * value;
        addToSum(slot, square);
        errors[slot] += Math.fma(value, value, -square);
      }
      case COUNT -> {}
      case MIN -> values[slot] = Math.min(values[slot], value);
      case MAX -> values[slot] = Math.max(values[slot], value);
    }
  }

  /// Adds datapoints of a series at consecutive slots.
  void addRun(double[] series, int from, int slot, int length) {
    Arrays.fill(present, slot, slot + length, true);
    switch (function) {
      case SUM, AVERAGE -> sumRun(series, from, slot, length);
      case MIN, MAX, COUNT, SQUARE_SUM -> {
        for (int i = 0; i < length; i++) {
          add(slot + i, series[from + i]);
        }
      }
    }
  }

  private void sumRun(double[] series, int from, int slot, int length) {
    double[] sums = values;
    double[] lost = errors;
    int[] seen = counts;
    for (int i = 0; i < length; i++) {
      double given = series[from + i];
      int counts = Double.isNaN(given) ? 0 : 1;
      double value = counts == 0 ? 0 : given;
      double sum = sums[slot + i];
      double next = sum + value;
      double virtual = next - sum;
      lost[slot + i] += sum - (next - virtual) + (value - virtual);
      sums[slot + i] = next;
      seen[slot + i] += counts;
    }
  }

  private void addToSum(int slot, double value) {
    double sum = values[slot];
    double next = sum + value;
    double virtual = next - sum;
    errors[slot] += sum - (next - virtual) + (value - virtual);
    values[slot] = next;
  }

  /// Adds the states of another group part, whose first slot corresponds to the given one.
  void merge(SlotStates other, int slot) {
    for (int i = 0; i < other.values.length; i++) {
      present[slot + i] |= other.present[i];
      counts[slot + i] += other.counts[i];
      switch (function) {
        case SUM, AVERAGE, SQUARE_SUM -> {
          addToSum(slot + i, other.values[i]);
          errors[slot + i] += other.errors[i];
        }
        case COUNT -> {}
        case MIN -> values[slot + i] = Math.min(values[slot + i], other.values[i]);
        case MAX -> values[slot + i] = Math.max(values[slot + i], other.values[i]);
      }
    }
  }

  double value(int slot) {
    int count = counts[slot];
    return switch (function) {
      case COUNT -> count;
      case AVERAGE -> sum(slot) / count;
      case SUM, SQUARE_SUM -> count == 0 ? Double.NaN : sum(slot);
      case MIN, MAX -> count == 0 ? Double.NaN : values[slot];
    };
  }

  /// Returns the aggregate if all values are 64-bit integers: sums wrap, averages are cut towards
  /// zero.
  long longValue(int slot) {
    return switch (function) {
      case COUNT -> counts[slot];
      case AVERAGE -> wrappedSum(slot) / counts[slot];
      case SUM, SQUARE_SUM -> wrappedSum(slot);
      case MIN, MAX -> (long) values[slot];
    };
  }

  private double sum(int slot) {
    double sum = values[slot];
    return Double.isInfinite(sum)
        ? sum
        : sum + errors[slot]; // errors of infinities are meaningless
  }

  private long wrappedSum(int slot) {
    if (Math.abs(values[slot]) < 0x1p62) {
      return (long) values[slot] + (long) errors[slot];
    }
    return new BigDecimal(values[slot])
        .add(new BigDecimal(errors[slot]))
        .toBigInteger()
        .longValue();
  }
}
