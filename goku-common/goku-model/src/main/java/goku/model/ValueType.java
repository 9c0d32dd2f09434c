package goku.model;

/// The type in which the values of a run of datapoints were written, such as those of a stream, a
/// block or a buffer.
///
/// Nearly all runs are `PLAIN`: doubles, which also hold integers up to 2^53. The other types keep
/// what doubles would lose: `2^53 + 1`, and that `20.0` is not an integer.
public enum ValueType {
  /// The words are doubles. The values are integers if all of them are whole.
  PLAIN,

  /// The words are 64-bit integers, of which at least one needed that when it was written.
  LONGS,

  /// The words are doubles that are not integers: a whole value was written with a point or an
  /// exponent, or a wide integer was written next to a fraction.
  DOUBLES,

  /// The words are handles of histograms in a store beside them; see `histogram.Histograms`. A run
  /// has either only histograms or none.
  HISTOGRAMS;

  private static final double BEYOND_LONG = 0x1p63;

  /// Returns a 64-bit integer as a word: the double with its bits. Words are only moved, never
  /// calculated with.
  public static double word(long integer) {
    return Double.longBitsToDouble(integer);
  }

  /// Returns the 64-bit integer of a word of `LONGS`.
  public static long integer(double word) {
    return Double.doubleToRawLongBits(word);
  }

  /// Returns the value of a word of this type as a double. 64-bit integers are rounded. A histogram
  /// is NaN.
  public double value(double word) {
    return switch (this) {
      case PLAIN, DOUBLES -> word;
      case LONGS -> (double) integer(word);
      case HISTOGRAMS -> Double.NaN;
    };
  }

  /// Returns the value of a word of this type, if it is a 64-bit integer.
  public long exact(double word) {
    return this == LONGS ? integer(word) : (long) word;
  }

  /// Returns whether the value of a word of this type is a 64-bit integer.
  public boolean holdsInteger(double word) {
    return this == LONGS || (this == PLAIN && isInteger(word));
  }

  /// Returns whether the double is a 64-bit integer.
  public static boolean isInteger(double value) {
    return value == Math.rint(value) && value >= -BEYOND_LONG && value < BEYOND_LONG;
  }

  /// Returns whether a double holds the integer exactly.
  public static boolean fitsDouble(long integer) {
    double rounded = integer;
    return isInteger(rounded) && (long) rounded == integer;
  }
}
