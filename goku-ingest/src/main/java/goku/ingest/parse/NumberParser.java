package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import goku.model.ValueType;
import org.jspecify.annotations.Nullable;

/// A parser of values: decimal numbers with sign, point and exponent, and nothing else that
/// `Double.parseDouble` accepts. Text without a point and an exponent is a 64-bit integer. Other
/// text is a double, which equals that of `Double.parseDouble` bit for bit. Owned by one thread.
///
/// Most values are short. If their digits form an integer up to 2^53 and the power of ten is at
/// most 22, both are exact as doubles, and one division or multiplication rounds correctly
/// (Clinger, "How to read floating point numbers accurately", 1990). The JDK parses all others.
final class NumberParser {
  private static final double[] POWERS_OF_TEN = new double[23];

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = Double.parseDouble("1e" + i);
    }
  }

  private static final long MAX_EXACT = 1L << 53;
  private static final int MAX_LONG_DIGITS = 18;

  /// The bound of the exponent. It exceeds the length of any text, so that no fraction can
  /// compensate a clamped exponent.
  private static final int MAX_EXPONENT = 100_000_000;

  private double word;
  private ValueType type = ValueType.PLAIN;

  // the text being read
  private long digits;
  private int digitCount;
  private int fractionDigits;
  private int exponent;
  private boolean whole;

  /// Returns the number of the last `parse`, in the form of its type.
  double word() {
    return word;
  }

  /// Returns `DOUBLES` for a whole number with a point or an exponent, `LONGS` for an integer that
  /// no double holds.
  ValueType type() {
    return type;
  }

  /// Returns null and keeps the number in `word()`, or returns the reason for the rejection.
  @Nullable Rejection parse(byte[] bytes, int start, int end) {
    if (start == end) {
      return new Rejection(Reason.VALUE_EMPTY, "Empty value");
    }
    boolean signed = bytes[start] == '-' || bytes[start] == '+';
    int stopped = scan(bytes, signed ? start + 1 : start, end);
    if (stopped != end) {
      return invalid(bytes, start, stopped, end);
    }
    int power = exponent - fractionDigits;
    if (digitCount <= MAX_LONG_DIGITS && digits <= MAX_EXACT && power >= -22 && power <= 22) {
      double magnitude = power < 0 ? digits / POWERS_OF_TEN[-power] : digits * POWERS_OF_TEN[power];
      setDouble(bytes[start] == '-' ? -magnitude : magnitude);
      return null;
    }
    return parseSlowly(bytes, start, end);
  }

  /// Returns the index at which the text stops being a number, or `end`.
  private int scan(byte[] bytes, int start, int end) {
    digits = 0;
    digitCount = 0;
    fractionDigits = 0;
    exponent = 0;
    int at = scanDigits(bytes, start, end);
    int seen = at - start;
    whole = at == end;
    if (at < end && bytes[at] == '.') {
      int point = at;
      at = scanDigits(bytes, point + 1, end);
      fractionDigits = at - point - 1;
      seen += fractionDigits;
    }
    if (seen == 0) {
      return Math.min(at, end - 1);
    }
    return at < end && (bytes[at] | 0x20) == 'e' ? scanExponent(bytes, at + 1, end) : at;
  }

  /// Reads digits into `digits` as long as they fit. Leading zeros do not count.
  private int scanDigits(byte[] bytes, int start, int end) {
    int at = start;
    long read = digits;
    int significant = digitCount;
    while (at < end) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      if (significant > 0 || digit > 0) {
        significant++;
      }
      if (significant <= MAX_LONG_DIGITS) {
        read = read * 10 + digit;
      }
      at++;
    }
    digits = read;
    digitCount = significant;
    return at;
  }

  private int scanExponent(byte[] bytes, int start, int end) {
    int at = start;
    boolean negative = at < end && bytes[at] == '-';
    if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
      at++;
    }
    if (at == end) {
      return end - 1;
    }
    int read = 0;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      read = Math.min(read * 10 + (bytes[at] - '0'), MAX_EXPONENT);
      at++;
    }
    exponent = negative ? -read : read;
    return at;
  }

  private @Nullable Rejection parseSlowly(byte[] bytes, int start, int end) {
    if (end - start > 1024) {
      return new Rejection(
          Reason.VALUE_INVALID,
          "Unable to parse value to a number: %d characters, maximum allowed: 1024"
              .formatted(end - start));
    }
    var text = new String(bytes, start, end - start, ISO_8859_1);
    if (whole) {
      return parseInteger(text);
    }
    double parsed = Double.parseDouble(text);
    if (Double.isInfinite(parsed)) {
      return new Rejection(
          Reason.VALUE_NOT_FINITE, "Value %s is beyond the range of a double".formatted(text));
    }
    setDouble(parsed);
    return null;
  }

  private void setDouble(double value) {
    word = value;
    type = !whole && ValueType.isInteger(value) ? ValueType.DOUBLES : ValueType.PLAIN;
  }

  private @Nullable Rejection parseInteger(String text) {
    try {
      long integer = Long.parseLong(text);
      boolean fits = ValueType.fitsDouble(integer);
      word = fits ? integer : ValueType.word(integer);
      type = fits ? ValueType.PLAIN : ValueType.LONGS;
      return null;
    } catch (NumberFormatException beyond) {
      return new Rejection(
          Reason.VALUE_OUT_OF_RANGE,
          "Overflow in value %s: whole numbers go from -2^63 to 2^63-1".formatted(text));
    }
  }

  private static Rejection invalid(byte[] bytes, int start, int stopped, int end) {
    String shown = Rejection.show(bytes, start, end);
    String plain = shown.substring(1, shown.length() - 1).replaceFirst("^[+-]", "");
    return switch (plain) {
      case "NaN", "nan", "Infinity", "inf", "Inf" ->
          new Rejection(
              Reason.VALUE_NOT_FINITE, "Unable to parse value to a number: %s".formatted(shown));
      default ->
          new Rejection(
              Reason.VALUE_INVALID,
              "Unable to parse value to a number: Invalid character '%c' in %s"
                  .formatted(bytes[stopped] & 0xff, shown));
    };
  }
}
