package goku.query.search;

import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.correlation.Needle;

/// A search for the series that correlate most with a needle, as the root sends it to a node.
///
/// @param haystack the series to compare
/// @param stages the window and a downsampling without a fill policy. Nothing else: counters become
///   rates before the downsampling
/// @param needle one value for each slot of the grid
/// @param top the number of candidates to return, at least one
public record CorrelationQuery(
    Haystack haystack, SeriesStages stages, Resolution resolution, Needle needle, int top) {
  /// The bytes that a name of ten tags takes.
  private static final long NAME_BYTES = 512;

  public CorrelationQuery {
    if (top < 1) {
      throw new IllegalArgumentException(
          "cannot return top=%d series: at least 1 is needed".formatted(top));
    }
    Grid grid = grid(stages);
    if (grid.size() != needle.size()) {
      throw new IllegalArgumentException(
          "cannot correlate a needle of slots=%d: the grid of the query has %d"
              .formatted(needle.size(), grid.size()));
    }
  }

  /// Returns the slots in which values are compared.
  public Grid grid() {
    return grid(stages);
  }

  /// Returns the bytes that a node holds for its answer and the needle.
  public long heldBytes() {
    long values = (long) Double.BYTES * needle.size();
    return needle.heldBytes() + top * (values + NAME_BYTES) + 2L * Edges.MOST * NAME_BYTES;
  }

  private static Grid grid(SeriesStages stages) {
    Downsample downsample = stages.downsample();
    if (downsample == null || downsample.fill() != FillPolicy.NONE || stages.rate() != null) {
      throw new IllegalArgumentException(
          "cannot correlate series with stages=%s: only a downsampling without a fill policy is possible"
              .formatted(stages));
    }
    // a grid reserves two slots more than it may need
    Grid grid = Grid.of(downsample, stages.window().range(), Needle.MOST_SLOTS + 2);
    if (grid == null || grid.size() > Needle.MOST_SLOTS) {
      throw new IllegalArgumentException(
          "cannot correlate more than slots=%d: use a longer interval"
              .formatted(Needle.MOST_SLOTS));
    }
    return grid;
  }
}
