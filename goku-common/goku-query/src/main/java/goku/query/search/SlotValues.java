package goku.query.search;

import java.util.Arrays;

/// The values of a series on the slots of a grid, as they were compared. Immutable.
public final class SlotValues {
  private final double[] values;
  private final boolean rates;

  private SlotValues(double[] values, boolean rates) {
    this.values = values;
    this.rates = rates;
  }

  /// Returns the values of a series.
  ///
  /// @param values one for each slot, NaN where there is none. The array is not copied and must not
  ///   change
  public static SlotValues of(double... values) {
    return new SlotValues(values, false);
  }

  /// Returns the rates per second of a counter.
  ///
  /// @param values as above
  public static SlotValues ofRates(double... values) {
    return new SlotValues(values, true);
  }

  /// Returns the number of slots.
  public int size() {
    return values.length;
  }

  /// Returns the value of a slot; NaN if it has none.
  public double get(int slot) {
    return values[slot];
  }

  /// Returns a copy of the values of the slots `from` to `to - 1`.
  public double[] toArray(int from, int to) {
    return Arrays.copyOfRange(values, from, to);
  }

  /// Returns whether the series is a counter, whose rates were compared.
  public boolean areRates() {
    return rates;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SlotValues that
        && rates == that.rates
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return (rates ? "rates " : "") + Arrays.toString(values);
  }
}
