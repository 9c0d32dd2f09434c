package goku.testkit.shard;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.model.histogram.Histograms;
import org.jspecify.annotations.Nullable;

/// A value with the type in which it was written.
///
/// @param word the value in the form of the type
/// @param histogram the bytes of a histogram, see `Histograms`; null for other values
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TypedValue(ValueType type, double word, byte @Nullable [] histogram) {
  public TypedValue(ValueType type, double word) {
    this(type, word, null);
  }

  /// Returns a histogram of a store.
  public static TypedValue histogram(Histograms store, int handle) {
    return new TypedValue(ValueType.HISTOGRAMS, Double.NaN, store.bytes(handle));
  }

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
    if (histogram != null) {
      points.addHistogram(
          timestampMillis, points.histograms().read(histogram, 0, histogram.length));
      return;
    }
    int size = points.size();
    points.add(timestampMillis, 0);
    points.words()[size] = word;
    points.join(type, size);
  }
}
