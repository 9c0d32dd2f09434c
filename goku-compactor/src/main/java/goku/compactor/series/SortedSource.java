package goku.compactor.series;

import goku.compactor.rollup.RollupBuffer;
import goku.model.PointBuffer;
import java.io.IOException;

/// An input of a compaction: series in the order of their names, as bucket files and buckets of
/// tiers have them. Owned by one thread.
///
/// Terms are metrics and then pairs, `key=value`, both ascending by unsigned bytes, numbered from 0
/// on.
public interface SortedSource extends AutoCloseable {
  /// What it is called in messages.
  String name();

  /// Whether it has the datapoints as they came.
  boolean hasRaw();

  /// The interval of its rollups; 0 if it has none. It divides the windows of all tiers.
  long rollupMillis();

  int metricCount();

  int termCount();

  /// The UTF-8 of a metric or pair. Cheapest when asked for in ascending order.
  byte[] term(int number) throws IOException;

  /// Goes to the next series; false at the end.
  boolean next() throws IOException;

  /// The hash of the series' canonical name.
  long hash();

  /// The terms of the series: number of the metric, then those of the pairs, ascending by key. The
  /// array is used again for the next one.
  int[] terms();

  int termCountOfSeries();

  /// Appends the raw datapoints of the series; nothing if there are none.
  void raw(PointBuffer into) throws IOException;

  /// Appends the rollups of the series; nothing if there are none.
  void rollups(RollupBuffer into) throws IOException;

  @Override
  void close() throws IOException;
}
