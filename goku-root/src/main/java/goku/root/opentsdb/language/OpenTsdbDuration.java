package goku.root.opentsdb.language;

import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// A duration in the syntax of OpenTSDB: `30s`, `5m`, `1n` (a month, of 30 days where a fixed
/// length is needed). Characters between the digits and the last letter are ignored.
public record OpenTsdbDuration(long count, ChronoUnit unit, long millis) {
  /// Parses a duration; throws `IllegalArgumentException` if the text is none.
  public static OpenTsdbDuration parse(String text) {
    int digits = 0;
    while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
      digits++;
    }
    if (digits == text.length()) {
      throw new IllegalArgumentException(
          "Invalid duration, must have an integer and unit: " + text);
    }
    long count = number(text, digits);
    if (count <= 0) {
      throw new IllegalArgumentException("Zero or negative duration: " + text);
    }
    ChronoUnit unit = unit(text);
    long days =
        switch (unit) {
          case MONTHS -> 30;
          case YEARS -> 365;
          default -> 0;
        };
    long unitMillis = days > 0 ? days * 86_400_000 : unit.getDuration().toMillis();
    if (count > Long.MAX_VALUE / unitMillis) {
      throw new IllegalArgumentException("Duration is too long: " + text);
    }
    return new OpenTsdbDuration(count, unit, count * unitMillis);
  }

  private static long number(String text, int digits) {
    try {
      return Long.parseLong(text.substring(0, digits));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Invalid duration (number): " + text, e);
    }
  }

  private static ChronoUnit unit(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.endsWith("ms")) {
      return ChronoUnit.MILLIS;
    }
    return switch (lower.charAt(lower.length() - 1)) {
      case 's' -> ChronoUnit.SECONDS;
      case 'm' -> ChronoUnit.MINUTES;
      case 'h' -> ChronoUnit.HOURS;
      case 'd' -> ChronoUnit.DAYS;
      case 'w' -> ChronoUnit.WEEKS;
      case 'n' -> ChronoUnit.MONTHS;
      case 'y' -> ChronoUnit.YEARS;
      default -> throw new IllegalArgumentException("Invalid duration (suffix): " + text);
    };
  }
}
