package goku.shortterm.preaggregation;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.Interval;
import goku.query.SeriesPipeline;
import goku.query.SeriesStages;
import org.jspecify.annotations.Nullable;

/// The slots of a query's grid as cells of a rule, counted from the start of the read window.
/// Immutable.
///
/// @param firstCell the first cell of the window, counted from the epoch on
/// @param cells the number of cells of the window
/// @param starts the first cell of each slot
/// @param ends the cell after the last of each slot, at most `cells`; the first cell of slots that
///   have no place in the answer
/// @param filled slots that every series has, with or without datapoints
@SuppressWarnings("ArrayRecordComponent") // never compared
record CellGrid(long firstCell, int cells, int[] starts, int[] ends, boolean[] filled) {
  /// The limit of cells: 12 MB for those of a group while it is read, or half a year of minutes.
  private static final int MAX_CELLS = 1 << 18;

  /// Returns null if the slots or the window do not consist of whole cells, or of too many.
  static @Nullable CellGrid of(
      SeriesStages stages, Downsample downsample, Grid grid, long intervalMillis) {
    TimeRange read = stages.window().read();
    long end = read.endMillis() + 1;
    if (read.startMillis() % intervalMillis != 0
        || end % intervalMillis != 0
        || !isWhole(downsample.interval(), read, intervalMillis)) {
      return null;
    }
    long firstCell = read.startMillis() / intervalMillis;
    long cells = (end - read.startMillis()) / intervalMillis;
    if (cells > MAX_CELLS) {
      return null;
    }
    boolean fills = fills(downsample);
    boolean[] filled = fills ? filled(stages, grid) : new boolean[grid.size()];
    int[] starts = new int[grid.size()];
    int[] ends = new int[grid.size()];
    for (int slot = 0; slot < grid.size(); slot++) {
      long start = grid.times()[slot];
      long next =
          switch (downsample.interval()) {
            case Interval.Everything all -> grid.endMillis();
            case Interval.Steps steps -> steps.next(start);
          };
      if (start % intervalMillis != 0 || next % intervalMillis != 0 || start < read.startMillis()) {
        return null;
      }
      starts[slot] = (int) (start / intervalMillis - firstCell);
      // a step that extends beyond the window is not filled, and then not answered at all
      ends[slot] =
          fills && !filled[slot]
              ? starts[slot]
              : (int) Math.min(cells, next / intervalMillis - firstCell);
    }
    return new CellGrid(firstCell, (int) cells, starts, ends, filled);
  }

  /// Returns whether slots without datapoints are in the answer. `0all` is never filled.
  private static boolean fills(Downsample downsample) {
    return downsample.interval() instanceof Interval.Steps && downsample.fill() != FillPolicy.NONE;
  }

  private static boolean isWhole(Interval interval, TimeRange read, long intervalMillis) {
    return switch (interval) {
      case Interval.Everything all -> true; // its only slot is checked below
      case Interval.Steps steps -> {
        long divisor = steps.divisor(read);
        yield divisor > 0 && divisor % intervalMillis == 0;
      }
    };
  }

  /// Returns the filled slots, which a series with one datapoint reveals.
  private static boolean[] filled(SeriesStages stages, Grid grid) {
    boolean[] filled = new boolean[grid.size()];
    var points = new PointBuffer();
    points.add(stages.window().read().startMillis(), 0);
    PointBuffer every = new SeriesPipeline(stages).apply(points);
    for (int i = 0; i < every.size(); i++) {
      int slot = grid.firstAtOrAfter(every.timestamps()[i]);
      if (slot < filled.length && grid.times()[slot] == every.timestamps()[i]) {
        filled[slot] = true;
      }
    }
    return filled;
  }

  int slots() {
    return starts.length;
  }

  /// Returns whether no slot has several cells.
  boolean isOneCellEach() {
    for (int slot = 0; slot < slots(); slot++) {
      if (ends[slot] - starts[slot] > 1) {
        return false;
      }
    }
    return true;
  }
}
