package goku.root.search;

import goku.http.HttpError;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.correlation.Needle;

/// The slots of a search, and how its series are downsampled to them.
final class SearchGrid {
  private SearchGrid() {}

  /// Returns the slots.
  ///
  /// @throws HttpError 400 if there are too many
  static Grid of(Downsample downsample, TimeRange range) {
    // a grid reserves two slots more than it may need
    Grid grid = Grid.of(downsample, range, Needle.MOST_SLOTS + 2);
    if (grid == null || grid.size() > Needle.MOST_SLOTS) {
      throw new HttpError(
          400,
          "Invalid 'interval' parameter: the range has more than %d slots of this length; use a longer one"
              .formatted(Needle.MOST_SLOTS));
    }
    return grid;
  }

  /// Returns the stages of the series of a haystack: averages, which show both a peak and a level.
  static SeriesStages averages(Interval interval, TimeRange range) {
    var average = new Downsample(interval, Aggregator.AVG, FillPolicy.NONE);
    return new SeriesStages(average, null, QueryWindow.of(range, average));
  }
}
