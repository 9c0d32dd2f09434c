package goku.query;

import goku.model.TimeRange;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

/// A division of time into downsampling steps. Times are milliseconds since the epoch.
public sealed interface Interval {
  /// `0all`: one step that is the query's range without its end.
  record Everything() implements Interval {}

  /// Steps that cover all time.
  sealed interface Steps extends Interval {
    /// Returns the nominal length, by which the window of a query grows.
    long lengthMillis();

    /// Returns the beginning of the step that holds the time.
    long floor(long millis);

    /// Returns the beginning of the step after the one that begins at `start`.
    long next(long start);

    /// Returns the beginning of the step that holds `millis`. The step at `start` must not lie
    /// after that step.
    long advance(long start, long millis);

    /// Returns the greatest number of milliseconds that divides the beginnings of all steps in the
    /// range. Returns zero if the steps depend on where counting starts, as they do if the calendar
    /// restarts in the range (daily for steps of 7 minutes), or if there are too many steps to
    /// check.
    long divisor(TimeRange range);
  }

  /// Steps of one length, which begin at multiples of the length since the epoch.
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

  /// Steps of one length that begin at the start of the query's range. Together they are the range
  /// without its end, so the last one may be shorter.
  record Aligned(long lengthMillis, long originMillis) implements Steps {
    @Override
    public long floor(long millis) {
      return millis - Math.floorMod(millis - originMillis, lengthMillis);
    }

    @Override
    public long next(long start) {
      return start > Long.MAX_VALUE - lengthMillis ? Long.MAX_VALUE : start + lengthMillis;
    }

    @Override
    public long advance(long start, long millis) {
      return floor(millis);
    }

    @Override
    public long divisor(TimeRange range) {
      return Divisor.greatest(lengthMillis, originMillis);
    }
  }

  /// Steps of `count` units of the local calendar, counted from the beginning of a larger unit: of
  /// the year for months, of the day for hours if the count divides the day. Weeks begin on Sunday.
  record Calendar(int count, ChronoUnit unit, ZoneId zone, long lengthMillis) implements Steps {
    /// The maximum number of steps to walk: two weeks of minutes, a few milliseconds of work.
    private static final int MOST_WALKED = 20_000;

    @Override
    public long floor(long millis) {
      ZonedDateTime time = Instant.ofEpochMilli(millis).atZone(zone);
      ZonedDateTime start = anchor(time);
      // like OpenTSDB: the anchor of a week is the week itself, for any count
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
