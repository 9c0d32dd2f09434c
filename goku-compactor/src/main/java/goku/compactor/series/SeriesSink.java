package goku.compactor.series;

import goku.compactor.rollup.RollupBuffer;
import goku.model.PointBuffer;
import java.io.IOException;

/// A receiver of merged series. First come all metrics, then all pairs, then the series, each
/// ascending.
public interface SeriesSink {
  /// Adds a metric; the first one is number 0.
  void metric(byte[] utf8) throws IOException;

  /// Adds a pair, `key=value`, with the next number.
  void pair(byte[] utf8) throws IOException;

  /// Adds a series. The caller reuses the arrays and buffers for the next one.
  ///
  /// @param terms number of the metric, then those of the pairs, ascending by key
  /// @param points raw datapoints, strictly ascending; without meaning where raw is not kept
  /// @param rollups rollups, strictly ascending
  void add(long hash, int[] terms, int termCount, PointBuffer points, RollupBuffer rollups)
      throws IOException;
}
