package goku.query;

import goku.model.TimeRange;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/// How downsampling divides time into steps. Times are milliseconds since the epoch.
public sealed interface Interval {
  /// `0all`: the range of the query is one step, without its end.
  record Everything() implements Interval {}

  /// Divides all of time.
  sealed interface Steps extends Interval {
    /// The nominal length, by which the window of a query grows.
    long lengthMillis();

    /// The beginning of the step that holds the time.
    long floor(long millis);

    /// The beginning of the step that follows the one beginning at `start`.
    long next(long start);

    /// The beginning of the step that holds `millis`, known that the one at `start` does not lie
    /// behind it.
    long advance(long start, long millis);

    /// The greatest number of milliseconds that divides the beginnings of all steps in the range.
    /// Zero when a step's beginning depends on where one begins to count, as it does when the
    /// calendar begins anew in the range (each day, with steps of 7 minutes), and when there are
    /// too many of them to tell.
    long divisor(TimeRange range);
  }

  /// Steps of one length, beginning at its multiples since the epoch.
  record Fixed(long lengthMillis) implements Steps {
    @Override
    public long floor(long millis) {
      return millis - millis % lengthMillis;
    }

    @Override
    public long next(long start) {
      return start + lengthMillis;
    }

    @Override
    public long advance(long start, long millis) {
      return floor(millis);
    }

    @Override
    public long divisor(TimeRange range) {
      return lengthMillis;
    }
  }

  /// Steps of `count` units of the local calendar, counted from the beginning of a larger unit (of
  /// the year for months, of the day for hours, unless the count does not divide it). Weeks begin
  /// on Sunday.
  record Calendar(int count, ChronoUnit unit, ZoneId zone, long lengthMillis) implements Steps {
    /// Two weeks of minutes, which take some milliseconds to walk through.
    private static final int MOST_WALKED = 20_000;

    @Override
    public long floor(long millis) {
      ZonedDateTime time = Instant.ofEpochMilli(millis).atZone(zone);
      ZonedDateTime start = anchor(time);
      // a week's anchor is the week itself, whatever the count: so OpenTSDB does
      int step = unit == ChronoUnit.WEEKS ? 1 : count;
      long steps = Math.max(0, unit.between(start, time) / step - 1);
      ZonedDateTime next = start.plus(steps * step, unit);
      while (!next.isAfter(time)) {
        start = next;
        next = next.plus(step, unit);
      }
      return start.toInstant().toEpochMilli();
    }

    @Override
    public long next(long start) {
      return Instant.ofEpochMilli(start).atZone(zone).plus(count, unit).toInstant().toEpochMilli();
    }

    @Override
    public long advance(long start, long millis) {
      long step = start;
      long next = next(step);
      while (next <= millis) {
        step = next;
        next = next(step);
      }
      return step;
    }

    @Override
    public long divisor(TimeRange range) {
      if ((range.endMillis() - range.startMillis()) / lengthMillis > MOST_WALKED) {
        return 0;
      }
      long start = floor(range.startMillis());
      long divisor = start;
      while (start <= range.endMillis()) {
        long next = next(start);
        if (floor(start) != start || floor(next - 1) != start) {
          return 0;
        }
        divisor = Divisor.greatest(divisor, next);
        start = next;
      }
      return divisor;
    }

    private ZonedDateTime anchor(ZonedDateTime time) {
      LocalDate day = time.toLocalDate();
      return switch (unit) {
        case MILLIS ->
            time.truncatedTo(1000 % count == 0 ? ChronoUnit.SECONDS : ChronoUnit.MINUTES);
        case SECONDS -> time.truncatedTo(60 % count == 0 ? ChronoUnit.MINUTES : ChronoUnit.HOURS);
        case MINUTES -> time.truncatedTo(60 % count == 0 ? ChronoUnit.HOURS : ChronoUnit.DAYS);
        case HOURS -> (24 % count == 0 ? day : day.withDayOfMonth(1)).atStartOfDay(zone);
        case DAYS -> (count == 1 ? day.withDayOfMonth(1) : day.withDayOfYear(1)).atStartOfDay(zone);
        case WEEKS ->
            day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY)).atStartOfDay(zone);
        default -> day.withDayOfYear(1).atStartOfDay(zone);
      };
    }
  }
}
