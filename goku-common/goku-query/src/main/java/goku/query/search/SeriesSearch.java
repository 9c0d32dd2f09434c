package goku.query.search;

import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.correlation.Needle;

/// A search among all series of some shards, as the root sends it to a node.
public sealed interface SeriesSearch permits CorrelationQuery, ChangeQuery {
  /// Returns the series to compare.
  Haystack haystack();

  /// Returns the window and a downsampling without a fill policy. Nothing else: counters become
  /// rates before the downsampling.
  SeriesStages stages();

  /// Returns the resolution of the datapoints that are read.
  Resolution resolution();

  /// Returns the number of candidates to find, at least one.
  int top();

  /// Returns the same search in another haystack.
  SeriesSearch in(Haystack other);

  /// Returns a new comparer of series.
  SeriesComparer comparer();

  /// Returns the bytes of the arrays of a comparer.
  long comparerBytes();

  /// Returns the slots in which values are compared.
  default Grid grid() {
    return grid(stages());
  }

  /// Returns the bytes that a node holds for its answer.
  default long heldBytes() {
    return SearchAnswer.heldBytes(grid().size(), top());
  }

  private static Grid grid(SeriesStages stages) {
    Downsample downsample = stages.downsample();
    if (downsample == null || downsample.fill() != FillPolicy.NONE || stages.rate() != null) {
      throw new IllegalArgumentException(
          "cannot compare series with stages=%s: only a downsampling without a fill policy is possible"
              .formatted(stages));
    }
    // a grid reserves two slots more than it may need
    Grid grid = Grid.of(downsample, stages.window().range(), Needle.MOST_SLOTS + 2);
    if (grid == null || grid.size() > Needle.MOST_SLOTS) {
      throw new IllegalArgumentException(
          "cannot compare more than slots=%d: use a longer interval".formatted(Needle.MOST_SLOTS));
    }
    return grid;
  }

  /// Checks the parameters that all searches have.
  ///
  /// @return the slots
  static Grid checked(SeriesStages stages, int top) {
    if (top < 1) {
      throw new IllegalArgumentException(
          "cannot return top=%d series: at least 1 is needed".formatted(top));
    }
    return grid(stages);
  }
}
