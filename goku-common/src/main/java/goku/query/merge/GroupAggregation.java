package goku.query.merge;

import goku.model.TimeRange;
import goku.query.Aggregator;
import goku.query.SeriesPartial;
import java.util.List;

/// Aggregates the series of a group into one.
///
/// When all their values are integers, so is the arithmetic: interpolated values, averages,
/// deviations and percentiles are cut towards zero, sums wrap at 64 bits, as in OpenTSDB.
final class GroupAggregation {
  private final Aggregator aggregator;
  private final boolean rates;
  private final TimeRange range;

  GroupAggregation(Aggregator aggregator, boolean rates, TimeRange range) {
    this.aggregator = aggregator;
    this.rates = rates;
    this.range = range;
  }

  AggregatedPoints apply(List<SeriesPartial> series) {
    var walk = new GroupWalk(series, rates, aggregator.interpolation(), range);
    boolean integers = series.stream().allMatch(SeriesPartial::integers);
    return integers ? inLongs(walk, series.size()) : inDoubles(walk, series.size());
  }

  private AggregatedPoints inDoubles(GroupWalk walk, int size) {
    var result = new AggregatedPoints(false);
    double[] values = new double[size];
    while (walk.advance()) {
      double value = aggregator.reduce(values, 0, walk.doubles(values));
      if (Double.isInfinite(value)) {
        throw new BeyondDoubleException(aggregator, walk.timestamp());
      }
      result.addDouble(walk.timestamp(), value);
    }
    return result;
  }

  private AggregatedPoints inLongs(GroupWalk walk, int size) {
    var result = new AggregatedPoints(true);
    long[] values = new long[size];
    while (walk.advance()) {
      result.addLong(walk.timestamp(), aggregator.reduce(values, walk.longs(values)));
    }
    return result;
  }
}
