package goku.integration.reference;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// A downsampling specification.
///
/// @param count of units; of calendar days, weeks, months and years only one
/// @param unit as OpenTSDB writes it: `ms`, `s`, `m`, `h`, `d`, `w`, `n` (month), `y` or `all`
/// @param zone of calendar intervals
/// @param fill `none`, `nan`, `null` or `zero`
public record Downsampling(
    int count, String unit, boolean calendar, ZoneId zone, String function, String fill) {

  boolean isAll() {
    return unit.equals("all");
  }

  boolean isFilled() {
    // "0all with a fill policy does not fill."
    return !isAll() && !fill.equals("none");
  }

  /// Months have 30 days and years 365 where a fixed length is needed.
  public long lengthMillis() {
    return count
        * switch (unit) {
          case "ms" -> 1L;
          case "s" -> 1000L;
          case "m" -> 60_000L;
          case "h" -> 3_600_000L;
          case "d" -> 86_400_000L;
          case "w" -> 7 * 86_400_000L;
          case "n" -> 30 * 86_400_000L;
          case "y" -> 365 * 86_400_000L;
          default -> throw new IllegalArgumentException("no unit is called " + unit);
        };
  }

  /// The buckets of a series, of its points in the window. "Downsampled values are always floats."
  NavigableMap<Long, Double> apply(
      NavigableMap<Long, Double> points, StoredSeries series, Request request, Window window) {
    NavigableMap<Long, List<Double>> values = new TreeMap<>();
    NavigableMap<Long, Double> weights = new TreeMap<>();
    // A bucket that the beginning of the window cuts is not made: OpenTSDB reads on from the first
    // beginning of a bucket. It lies before the start, but a rate would show it.
    points.forEach(
        (timestamp, value) -> {
          long step = isAll() ? request.startMillis() : stepOf(timestamp, origin(points, window));
          if (isAll() ? isOfAll(timestamp, request) : step >= window.fromMillis()) {
            values.computeIfAbsent(step, first -> new ArrayList<>()).add(value);
            weights.merge(step, series.weight(timestamp), Double::sum);
          }
        });
    NavigableMap<Long, Double> steps = new TreeMap<>();
    values.forEach(
        (step, some) ->
            steps.put(step, Functions.ofWeighted(function, some, weights.getOrDefault(step, 0.0))));
    return isFilled() ? filled(steps, window) : steps;
  }

  /// "0all gives one point at the start, of the points from the start up to but without the end."
  private static boolean isOfAll(long timestamp, Request request) {
    return timestamp >= request.startMillis() && timestamp < request.endMillis();
  }

  private long origin(NavigableMap<Long, Double> points, Window window) {
    return isFilled() ? window.fromMillis() : points.firstKey();
  }

  /// "Every bucket of the range is filled, before the first and after the last point too, if the
  /// series has a point in the window." "Filled calendar buckets longer than the window's rest are
  /// not answered at all (slip)": the last is the one before that in which the window ends.
  private NavigableMap<Long, Double> filled(NavigableMap<Long, Double> steps, Window window) {
    double fillValue = fill.equals("zero") ? 0.0 : Double.NaN;
    NavigableMap<Long, Double> result = new TreeMap<>();
    long first = stepOf(window.fromMillis(), window.fromMillis());
    long end = stepOf(window.toMillis(), window.fromMillis());
    if (first < window.fromMillis()) {
      // cut, see above
      first = after(first, window.fromMillis());
    } else if (end == first) {
      end = after(first, window.fromMillis());
    }
    for (long step = first; step < end; step = after(step, window.fromMillis())) {
      result.put(step, steps.getOrDefault(step, fillValue));
    }
    return result;
  }

  /// "Buckets begin at multiples of the interval since the epoch, and carry their beginning as
  /// timestamp."
  ///
  /// @param origin where hours of the calendar begin to be counted
  private long stepOf(long timestamp, long origin) {
    if (!calendar) {
      return Math.floorDiv(timestamp, lengthMillis()) * lengthMillis();
    }
    ZonedDateTime time = Instant.ofEpochMilli(timestamp).atZone(zone);
    ZonedDateTime first = Instant.ofEpochMilli(origin).atZone(zone);
    return (unit.equals("h") ? hours(time, first) : calendarStepOf(time))
        .toInstant()
        .toEpochMilli();
  }

  private long after(long step, long origin) {
    if (!calendar) {
      return step + lengthMillis();
    }
    // beyond the longest day, month or year, but not by a whole one
    long more =
        switch (unit) {
          case "d", "w" -> 43_200_000L;
          case "n", "y" -> 2 * 86_400_000L;
          default -> 0;
        };
    long inNext = step + lengthMillis() + more;
    return stepOf(inNext, origin);
  }

  /// "Calendar days, weeks (from Sunday), months and years begin at local midnight; a day of the
  /// change from summer time has 25 hours." Minutes count from the hour, seconds from the minute.
  private ZonedDateTime calendarStepOf(ZonedDateTime time) {
    ZonedDateTime midnight = time.truncatedTo(ChronoUnit.DAYS);
    return switch (unit) {
      case "s" -> time.truncatedTo(ChronoUnit.MINUTES).withSecond(floor(time.getSecond()));
      case "m" -> time.truncatedTo(ChronoUnit.HOURS).withMinute(floor(time.getMinute()));
      case "d" -> midnight;
      case "w" -> midnight.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
      case "n" -> midnight.with(TemporalAdjusters.firstDayOfMonth());
      case "y" -> midnight.with(TemporalAdjusters.firstDayOfYear());
      default -> throw new IllegalArgumentException("not of the calendar: " + unit);
    };
  }

  /// Returns the hour from midnight before the first point on, ignoring clock changes since
  /// (calendar-cal-useCalendar-29).
  private ZonedDateTime hours(ZonedDateTime time, ZonedDateTime first) {
    ZonedDateTime step = first.truncatedTo(ChronoUnit.DAYS);
    while (!step.plusHours(count).isAfter(time)) {
      step = step.plusHours(count);
    }
    return step;
  }

  private int floor(int value) {
    return value / count * count;
  }
}
