package goku.root.opentsdb.language;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A parser of times in OpenTSDB's syntax: `now`, `1h-ago`, seconds or milliseconds since the
/// epoch, `1364410924.250`, `2013/01/23-11:55:00`.
public final class TimeText {
  private static final Pattern DATE =
      Pattern.compile("(\\d{4})/(\\d{2})/(\\d{2})(?:[- ](\\d{2}):(\\d{2})(?::(\\d{2}))?)?");

  /// The end of the year 9999. Arithmetic on times up to then cannot overflow.
  private static final long MAX_MILLIS = 253_402_300_799_999L;

  private TimeText() {}

  /// Returns milliseconds since the epoch.
  public static long parse(String text, @Nullable String timezone, Instant now) {
    long millis = parseAny(text, timezone, now);
    if (millis < 0 || millis > MAX_MILLIS) {
      throw new IllegalArgumentException(
          "Invalid time: %s. It must lie between the years 1970 and 9999".formatted(text));
    }
    return millis;
  }

  private static long parseAny(String text, @Nullable String timezone, Instant now) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("now")) {
      return now.toEpochMilli();
    }
    if (lower.endsWith("-ago")) {
      String duration = text.substring(0, text.length() - 4);
      return now.toEpochMilli() - OpenTsdbDuration.parse(duration).millis();
    }
    if (text.contains("/") || text.contains(":")) {
      return date(text, timezone);
    }
    if (lower.matches("\\d+ms")) {
      return number(text, text.substring(0, text.length() - 2));
    }
    return epoch(text);
  }

  private static long epoch(String text) {
    if (text.contains(".")) {
      if (!text.matches("\\d{10}\\.\\d{1,3}")) {
        throw new IllegalArgumentException(
            "Invalid time: "
                + text
                + ". Millisecond timestamps must be in the format <seconds>.<ms> where the"
                + " milliseconds are limited to 3 digits");
      }
      return number(text, (text.replace(".", "") + "00").substring(0, 13));
    }
    long time = number(text, text);
    if (time < 0) {
      throw new IllegalArgumentException(
          "Invalid time: " + text + ". Negative timestamps are not supported.");
    }
    return text.length() <= 10 ? time * 1000 : time;
  }

  private static long number(String text, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Invalid time: %s. It is not a number, a date yyyy/MM/dd-HH:mm:ss or a relative time"
              .formatted(text),
          e);
    }
  }

  /// Parses a date leniently: month 13 is January of the next year.
  private static long date(String text, @Nullable String timezone) {
    Matcher date = DATE.matcher(text);
    if (!date.matches()) {
      throw new IllegalArgumentException("Invalid absolute date: " + text);
    }
    return LocalDateTime.of(part(date, 1), 1, 1, 0, 0)
        .plusMonths(part(date, 2) - 1L)
        .plusDays(part(date, 3) - 1L)
        .plusHours(part(date, 4))
        .plusMinutes(part(date, 5))
        .plusSeconds(part(date, 6))
        .atZone(zone(timezone))
        .toInstant()
        .toEpochMilli();
  }

  private static int part(Matcher date, int group) {
    String digits = date.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  public static ZoneId zone(@Nullable String timezone) {
    if (timezone == null || timezone.isEmpty()) {
      return ZoneOffset.UTC;
    }
    try {
      return ZoneId.of(timezone, ZoneId.SHORT_IDS);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("Invalid timezone name: " + timezone, e);
    }
  }
}
