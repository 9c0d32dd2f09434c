package goku.ingest.parse;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A parser of timestamps: up to 10 digits are seconds since the epoch, 11 to 13 digits are
/// milliseconds, and `1364410924.250` is seconds with a fraction, truncated to milliseconds. Owned
/// by one thread.
final class TimestampParser {
  /// The first number that counts as milliseconds.
  static final long SECONDS_LIMIT = 10_000_000_000L;

  private static final int SECONDS_DIGITS = 10;
  private static final int MILLIS_DIGITS = 13;

  private long millis;

  /// Returns the result of the last `parse`, in milliseconds since the epoch.
  long millis() {
    return millis;
  }

  @Nullable Rejection parse(byte[] bytes, int start, int end) {
    int at = start;
    long number = 0;
    if (end - start >= EightDigits.COUNT && EightDigits.areAt(bytes, start)) {
      number = EightDigits.at(bytes, start);
      at += EightDigits.COUNT;
    }
    // the comparison of lengths keeps the number from overflowing
    while (at < end && at - start <= MILLIS_DIGITS && isDigit(bytes[at])) {
      number = number * 10 + (bytes[at] - '0');
      at++;
    }
    int digits = at - start;
    if (at < end && bytes[at] == '.' && digits > 0 && digits <= SECONDS_DIGITS) {
      return parseFraction(bytes, start, at + 1, end, number);
    }
    if (at < end || digits == 0) {
      return refuse(bytes, start, end);
    }
    return ofNumber(number, bytes, start, end);
  }

  /// Parses a timestamp that JSON gave as a number.
  @Nullable Rejection ofNumber(long number, byte[] bytes, int start, int end) {
    if (number <= 0 || number >= 10_000_000_000_000L) {
      return invalid(bytes, start, end);
    }
    millis = number < SECONDS_LIMIT ? number * 1000 : number;
    return null;
  }

  /// Parses seconds with a fraction that JSON gave as a number.
  ///
  /// @param seconds between `-SECONDS_LIMIT` and `SECONDS_LIMIT`
  @Nullable Rejection ofSeconds(BigDecimal seconds, byte[] bytes, int start, int end) {
    millis = seconds.movePointRight(3).longValue();
    return millis <= 0 ? invalid(bytes, start, end) : null;
  }

  private @Nullable Rejection parseFraction(
      byte[] bytes, int start, int fraction, int end, long seconds) {
    int ofSecond = 0;
    for (int i = 0; i < 3; i++) {
      boolean digit = fraction + i < end && isDigit(bytes[fraction + i]);
      ofSecond = ofSecond * 10 + (digit ? bytes[fraction + i] - '0' : 0);
    }
    for (int at = fraction; at < end; at++) {
      if (!isDigit(bytes[at])) {
        return notANumber(bytes, start, end);
      }
    }
    millis = seconds * 1000 + ofSecond;
    return millis == 0 ? invalid(bytes, start, end) : null;
  }

  private static Rejection refuse(byte[] bytes, int start, int end) {
    int from = start < end && bytes[start] == '-' ? start + 1 : start;
    for (int at = from; at < end; at++) {
      if (!isDigit(bytes[at])) {
        return notANumber(bytes, start, end);
      }
    }
    return from < end ? invalid(bytes, start, end) : notANumber(bytes, start, end);
  }

  private static Rejection notANumber(byte[] bytes, int start, int end) {
    return new Rejection(
        Reason.TIMESTAMP_NOT_A_NUMBER,
        "Invalid timestamp %s: not a number".formatted(Rejection.show(bytes, start, end)));
  }

  private static Rejection invalid(byte[] bytes, int start, int end) {
    return new Rejection(
        Reason.TIMESTAMP_INVALID,
        "Invalid timestamp %s: wanted 1 to 10 digits of seconds or 11 to 13 of milliseconds"
            .formatted(Rejection.show(bytes, start, end)));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
