package goku.testkit.shard;

import goku.model.PointBuffer;
import goku.model.ValueType;

/// A value with the type in which it was written.
///
/// @param word the value in the form of the type
public record TypedValue(ValueType type, double word) {
  /// Returns an integer that a double holds, or a fraction.
  public static TypedValue plain(double value) {
    return new TypedValue(ValueType.PLAIN, value);
  }

  /// Returns a value as ingestors store it. A whole number with a point or an exponent is no
  /// integer.
  public static TypedValue parsed(String text) {
    double value = Double.parseDouble(text);
    if (!text.matches("[-+]?[0-9]+")) {
      return ValueType.isInteger(value) ? new TypedValue(ValueType.DOUBLES, value) : plain(value);
    }
    long integer = Long.parseLong(text);
    return ValueType.fitsDouble(integer)
        ? plain(value)
        : new TypedValue(ValueType.LONGS, ValueType.word(integer));
  }

  /// Adds a datapoint with this value.
  public void addTo(PointBuffer points, long timestampMillis) {
    int size = points.size();
    points.add(timestampMillis, 0);
    points.words()[size] = word;
    points.join(type, size);
  }
}
