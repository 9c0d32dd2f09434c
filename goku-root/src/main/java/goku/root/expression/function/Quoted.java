package goku.root.expression.function;

import goku.root.expression.language.ExpressionException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A duration in quotes such as `'5m'`, with the units s, m, h, d, w, or sec, min, hr, hour, day
/// and week.
final class Quoted {
  private static final Pattern PATTERN = Pattern.compile("'(\\d{1,9})([a-z]+)'");

  private Quoted() {}

  /// Parses a duration.
  ///
  /// @param what the name of the value in errors
  static Duration duration(String what, String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw invalid(what, text);
    }
    Duration unit =
        switch (matcher.group(2)) {
          case "s", "sec" -> Duration.ofSeconds(1);
          case "m", "min" -> Duration.ofMinutes(1);
          case "h", "hr", "hour" -> Duration.ofHours(1);
          case "d", "day", "days" -> Duration.ofDays(1);
          case "w", "week", "weeks" -> Duration.ofDays(7);
          default -> throw invalid(what, text);
        };
    Duration duration = unit.multipliedBy(Long.parseLong(matcher.group(1)));
    if (duration.isZero()) {
      throw invalid(what, text);
    }
    return duration;
  }

  private static ExpressionException invalid(String what, String text) {
    return new ExpressionException(
        "The %s must be a number of sec, min, hr, day or week in quotes, such as '10min', not %s"
            .formatted(what, text));
  }
}
