package goku.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The text form of durations in configuration: a whole number and one of `ms`, `s`, `m`, `h`, `d`,
/// `w`.
public final class DurationText {
  // ten digits of weeks fit into a long of milliseconds
  private static final Pattern FORM = Pattern.compile("(\\d{1,10}) ?(ms|s|m|h|d|w)");

  private DurationText() {}

  /// Parses one number with its unit.
  ///
  /// @throws IllegalArgumentException when the text is not a duration
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a duration: " + text);
    }
    return Duration.ofMillis(Long.parseLong(matcher.group(1)) * millisOf(matcher.group(2)));
  }

  /// Returns the duration in the largest unit up to days that leaves no fraction. Fractions of a
  /// millisecond are dropped.
  public static String print(Duration duration) {
    long millis = duration.toMillis();
    return Stream.of("d", "h", "m", "s")
        .filter(unit -> millis % millisOf(unit) == 0 && (millis != 0 || unit.equals("s")))
        .findFirst()
        .map(unit -> millis / millisOf(unit) + unit)
        .orElse(millis + "ms");
  }

  private static long millisOf(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      case "d" -> 86_400_000;
      case "w" -> 604_800_000;
      default -> throw new IllegalArgumentException("not a unit of time: " + unit);
    };
  }
}
