package goku.root.opentsdb.language;

import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.aggregator.Aggregator;
import java.time.ZoneId;
import java.util.Locale;

/// A downsampling specification, `<interval>-<function>[-<fill>]`: `1m-avg`, `1dc-sum-nan`,
/// `0all-max`, `4h@start-sum`. A dash at its end is ignored.
public final class DownsampleText {
  /// The end of an interval whose steps begin at the start of the query's range.
  private static final String ALIGNED = "@start";

  private DownsampleText() {}

  /// Returns whether the steps begin at the start of the query's range, an extension.
  public static boolean isAligned(String text) {
    return text.contains(ALIGNED);
  }

  /// Parses the text; throws `IllegalArgumentException` if it is invalid.
  ///
  /// @param zone the time zone of calendar intervals, which end in `c` or follow `useCalendar`
  /// @param startMillis the start of the query's range
  public static Downsample parse(String text, ZoneId zone, boolean useCalendar, long startMillis) {
    String[] parts = text.split("-", 0);
    if (parts.length < 2) {
      throw new IllegalArgumentException(
          "Invalid downsampling specifier '%s': the function is missing; fill in one after the interval, as in 1m-avg"
              .formatted(text));
    }
    if (parts[0].isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid downsampling specifier '%s': the interval is missing; fill in one before the function, as in 1m-avg"
              .formatted(text));
    }
    if (parts.length > 3) {
      throw new IllegalArgumentException(
          "Invalid downsampling specifier '%s': must consist of interval, function, and optional fill policy"
              .formatted(text));
    }
    Interval interval = interval(parts[0], zone, useCalendar, startMillis);
    FillPolicy fill = parts.length == 3 ? fill(parts[2]) : FillPolicy.NONE;
    return new Downsample(interval, function(parts[1]), fill);
  }

  private static Interval interval(
      String text, ZoneId zone, boolean useCalendar, long startMillis) {
    if (text.endsWith(ALIGNED)) {
      String length = text.substring(0, text.length() - ALIGNED.length());
      return new Interval.Aligned(OpenTsdbDuration.parse(length).millis(), startMillis);
    }
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
                () ->
                    new IllegalArgumentException(
                        "No such downsampling function: '%s'; fill in one, such as avg, sum, min, max or count"
                            .formatted(name)));
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
