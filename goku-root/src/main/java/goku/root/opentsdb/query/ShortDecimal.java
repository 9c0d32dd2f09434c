package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/// A writer of doubles to JSON, as `Double.toString` prints them. Values with at most three digits
/// after the point, which most metrics have, are printed by integer arithmetic. The text is the
/// same, for two reasons: a quotient of integers is the double nearest to that decimal, and no
/// other decimal of 15 digits or less has the same nearest double, so it is the shortest one. Owned
/// by one thread.
final class ShortDecimal {
  private static final int SCALE = 1000;

  /// `Double.toString` prints an exponent below this value.
  private static final double FIRST = 1e-3;

  /// `Double.toString` prints an exponent from this value on.
  private static final double END = 1e7;

  /// A sign, seven digits, the point, three digits.
  private static final int MOST_CHARS = 12;

  private final char[] text = new char[MOST_CHARS];

  void write(JsonGenerator json, double value) throws IOException {
    double size = Math.abs(value);
    long scaled = size >= FIRST && size < END ? Math.round(size * SCALE) : 0;
    if (scaled > 0 && scaled / (double) SCALE == size) {
      int first = print(scaled);
      if (value < 0) {
        text[--first] = '-';
      }
      json.writeNumber(text, first, end(scaled) - first);
    } else {
      json.writeNumber(value);
    }
  }

  /// Returns the end of the text, which has no zeros at the end of the fraction but the first.
  private static int end(long scaled) {
    if (scaled % 10 != 0) {
      return MOST_CHARS;
    }
    return scaled % 100 == 0 ? MOST_CHARS - 2 : MOST_CHARS - 1;
  }

  /// Prints the value with three digits after the point. Returns the beginning of the text.
  private int print(long scaled) {
    int at = MOST_CHARS;
    long rest = scaled;
    for (int digit = 0; digit < 3; digit++) {
      text[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    text[--at] = '.';
    do {
      text[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    return at;
  }
}
