package goku.root.expression.function;

import goku.root.expression.Series;
import java.time.Duration;

/// Shows datapoints so much later than they were. Unlike OpenTSDB's, which refuses every interval,
/// it also has the datapoints from before the range that are to appear in it.
record TimeShift(Duration interval) implements SeriesFunction.OfEach {
  static TimeShift of(String name, String text) {
    return new TimeShift(Quoted.duration("interval of " + name, text));
  }

  @Override
  public long earlierMillis() {
    return interval.toMillis();
  }

  @Override
  public Series apply(Series series) {
    return series.with(series.points().later(interval.toMillis()));
  }
}
