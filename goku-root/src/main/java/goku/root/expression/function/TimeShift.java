package goku.root.expression.function;

import goku.root.expression.Series;
import java.time.Duration;

/// A function that shifts datapoints to a later time. It also reads the datapoints before the range
/// that move into it. OpenTSDB's function rejects every interval.
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
