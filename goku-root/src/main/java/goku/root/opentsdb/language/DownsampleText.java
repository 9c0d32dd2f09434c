package goku.root.opentsdb.language;

import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.aggregator.Aggregator;
import java.time.ZoneId;
import java.util.Locale;

/// A downsampling specification, `<interval>-<function>[-<fill>]`: `1m-avg`, `1dc-sum-nan`,
/// `0all-max`. A dash at its end is ignored.
public final class DownsampleText {
  private DownsampleText() {}

  /// Parses the text; throws `IllegalArgumentException` if it is invalid.
  ///
  /// @param zone the time zone of calendar intervals, which end in `c` or follow `useCalendar`
  public static Downsample parse(String text, ZoneId zone, boolean useCalendar) {
    String[] parts = text.split("-", 0);
    if (parts.length < 2) {
      throw new IllegalArgumentException(
          "Invalid downsampling specifier '%s': must provide at least interval and function"
              .formatted(text));
    }
    if (parts.length > 3) {
      throw new IllegalArgumentException(
          "Invalid downsampling specifier '%s': must consist of interval, function, and optional fill policy"
              .formatted(text));
    }
    Interval interval = interval(parts[0], zone, useCalendar);
    FillPolicy fill = parts.length == 3 ? fill(parts[2]) : FillPolicy.NONE;
    return new Downsample(interval, function(parts[1]), fill);
  }

  private static Interval interval(String text, ZoneId zone, boolean useCalendar) {
    if (text.contains("all")) {
      return new Interval.Everything();
    }
    boolean calendar = text.endsWith("c");
    var duration = OpenTsdbDuration.parse(calendar ? text.substring(0, text.length() - 1) : text);
    if (!calendar && !useCalendar) {
      return new Interval.Fixed(duration.millis());
    }
    if (duration.count() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("Duration is too long for a calendar: " + text);
    }
    return new Interval.Calendar((int) duration.count(), duration.unit(), zone, duration.millis());
  }

  private static Aggregator function(String name) {
    Aggregator function =
        Aggregator.named(name)
            .orElseThrow(
                () -> new IllegalArgumentException("No such downsampling function: " + name));
    if (function == Aggregator.NONE) {
      throw new IllegalArgumentException("cannot use the NONE aggregator for downsampling");
    }
    return function;
  }

  private static FillPolicy fill(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "none" -> FillPolicy.NONE;
      case "nan" -> FillPolicy.NAN;
      case "null" -> FillPolicy.NULL;
      case "zero" -> FillPolicy.ZERO;
      default ->
          throw new IllegalArgumentException(
              "Unrecognized fill policy: %s; must be none, nan, null or zero".formatted(name));
    };
  }
}
