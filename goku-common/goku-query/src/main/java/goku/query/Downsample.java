package goku.query;

import goku.query.aggregator.Aggregator;

/// Downsampling: the datapoints of each step become one, at the beginning of the step.
///
/// @param function any aggregator but `none`; always calculates in doubles
public record Downsample(Interval interval, Aggregator function, FillPolicy fill) {
  public Downsample {
    if (function == Aggregator.NONE) {
      throw new IllegalArgumentException("cannot downsample by the aggregator none");
    }
  }
}
