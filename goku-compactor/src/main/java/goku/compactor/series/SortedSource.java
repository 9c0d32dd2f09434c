package goku.compactor.series;

import goku.compactor.rollup.RollupBuffer;
import goku.model.PointBuffer;
import java.io.IOException;

/// An input of a compaction: series in the order of their names, as in bucket files and buckets of
/// tiers. Owned by one thread.
///
/// Terms are the metrics and then the pairs, `key=value`, both ascending by unsigned bytes and
/// numbered from 0.
public interface SortedSource extends AutoCloseable {
  /// Returns the name of the source for messages.
  String name();

  /// Returns whether the source has the raw datapoints.
  boolean hasRaw();

  /// Returns the interval of the rollups; 0 if there are none. It divides the windows of all tiers.
  long rollupMillis();

  int metricCount();

  int termCount();

  /// Returns the UTF-8 of a metric or pair. Cheapest in ascending order.
  byte[] term(int number) throws IOException;

  /// Moves to the next series. Returns false at the end.
  boolean next() throws IOException;

  /// Returns the hash of the series' canonical name.
  long hash();

  /// Returns the terms of the series: number of the metric, then those of the pairs, ascending by
  /// key. The array is reused for the next series.
  int[] terms();

  int termCountOfSeries();

  /// Appends the raw datapoints of the series, if any.
  void raw(PointBuffer into) throws IOException;

  /// Appends the rollups of the series, if any.
  void rollups(RollupBuffer into) throws IOException;

  @Override
  void close() throws IOException;
}
