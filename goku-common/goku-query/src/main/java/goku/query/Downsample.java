package goku.query;

import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;

/// A downsampling: the datapoints of each step become one datapoint at the beginning of the step.
///
/// @param function any aggregator except `none`; always calculates in doubles
public record Downsample(Interval interval, Aggregator function, FillPolicy fill) {
  public Downsample {
    if (function == Aggregator.NONE) {
      throw new IllegalArgumentException(
          "cannot downsample with aggregator=none: it keeps all datapoints; choose another one");
    }
  }

  /// Returns the same downsampling for another range, at whose start aligned steps begin.
  public Downsample over(TimeRange range) {
    return interval instanceof Interval.Aligned aligned
        ? new Downsample(
            new Interval.Aligned(aligned.lengthMillis(), range.startMillis()), function, fill)
        : this;
  }
}
