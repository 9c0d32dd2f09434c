package goku.query.merge;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.query.SeriesPartial;
import goku.query.aggregator.Aggregator;
import java.util.List;

/// The aggregation of a group's series into one.
///
/// If all values are integers, the arithmetic is in integers, like in OpenTSDB: interpolated
/// values, averages, deviations and percentiles are cut towards zero, and sums wrap at 64 bits.
///
/// Timestamps are processed in blocks. Reading all series at one timestamp before the next would
/// miss the cache with every value (1000 series of different timestamps: 10 s instead of 0.7 s).
final class GroupAggregation {
  /// The number of values of a block: 2 MB, so that the rows written for a series stay in the
  /// cache.
  private static final int BLOCK_VALUES = 1 << 18;

  private final Aggregator aggregator;
  private final boolean rates;
  private final TimeRange range;

  GroupAggregation(Aggregator aggregator, boolean rates, TimeRange range) {
    this.aggregator = aggregator;
    this.rates = rates;
    this.range = range;
  }

  AggregatedPoints apply(List<SeriesPartial> series) {
    if (series.size() == 1 && !rates && aggregator.keepsOneValue()) {
      return alone(series.getFirst());
    }
    List<SeriesCursor> cursors =
        series.stream()
            // a series with a single rate has only the one since the epoch, which is meaningless
            .filter(one -> !rates || one.timestamps().length > 1)
            .map(
                one ->
                    new SeriesCursor(one, rates, aggregator.interpolation(), range.startMillis()))
            .toList();
    long[] timeline = Timeline.of(cursors, range);
    int most = Math.clamp(BLOCK_VALUES / Math.max(1, cursors.size()), 16, 1024);
    int rows = Math.min(most, timeline.length);
    boolean integers = series.stream().allMatch(SeriesPartial::integers);
    return integers ? inLongs(cursors, timeline, rows) : inDoubles(cursors, timeline, rows);
  }

  /// Returns the datapoints of a single series, the common case when a query groups by host.
  /// Nothing needs to be aggregated.
  private AggregatedPoints alone(SeriesPartial series) {
    int size = series.timestamps().length;
    int from = PointBuffer.firstAtOrAfter(series.timestamps(), size, range.startMillis());
    int to = from;
    while (to < size && series.timestamps()[to] <= range.endMillis()) {
      to++;
    }
    var result = new AggregatedPoints(series.integers(), to - from);
    for (int i = from; i < to; i++) {
      long time = series.timestamps()[i];
      if (series.integers()) {
        result.addLong(time, series.integer(i));
      } else {
        result.addDouble(
            time, finite(time, series.value(i) + 0.0)); // -0.0 becomes 0.0 like in a sum
      }
    }
    return result;
  }

  private AggregatedPoints inDoubles(List<SeriesCursor> cursors, long[] timeline, int rows) {
    var result = new AggregatedPoints(false, timeline.length);
    var block = new DoubleBlock(rows, cursors.size());
    for (int from = 0; from < timeline.length; from += rows) {
      int to = Math.min(from + rows, timeline.length);
      block.clear();
      for (SeriesCursor cursor : cursors) {
        cursor.fill(timeline, from, to, block);
      }
      for (int slot = from; slot < to; slot++) {
        double value = block.reduce(slot - from, aggregator);
        result.addDouble(timeline[slot], finite(timeline[slot], value));
      }
    }
    return result;
  }

  /// Returns the group's value at a time, or throws if a double cannot hold it.
  double finite(long timestampMillis, double value) {
    if (Double.isInfinite(value)) {
      throw new BeyondDoubleException(aggregator, timestampMillis);
    }
    return value;
  }

  private AggregatedPoints inLongs(List<SeriesCursor> cursors, long[] timeline, int rows) {
    var result = new AggregatedPoints(true, timeline.length);
    var block = new LongBlock(rows, cursors.size());
    for (int from = 0; from < timeline.length; from += rows) {
      int to = Math.min(from + rows, timeline.length);
      block.clear();
      for (SeriesCursor cursor : cursors) {
        cursor.fill(timeline, from, to, block);
      }
      for (int slot = from; slot < to; slot++) {
        result.addLong(timeline[slot], block.reduce(slot - from, aggregator));
      }
    }
    return result;
  }
}
