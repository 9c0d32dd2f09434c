package goku.query.partial;

import goku.model.PointBuffer;
import goku.query.Grid;
import java.util.Arrays;

/// The state of a group on a grid of downsampling steps. Each series adds a value at every slot
/// from its first to its last datapoint, interpolated where it has none.
final class GridAccumulator extends Accumulator {
  private static final long[] NO_TIMES = {};

  private final Grid grid;
  private final SeriesShape shape;

  GridAccumulator(Grid grid, SeriesShape shape, SlotFunction function) {
    super(new SlotStates(function, grid.size()));
    this.grid = grid;
    this.shape = shape;
  }

  /// Creates an accumulator with the content of another one.
  ///
  /// @throws IllegalArgumentException if the other's grid was different
  GridAccumulator(Grid grid, SeriesShape shape, SlotFunction function, AccumulatorState state) {
    super(new SlotStates(function, state));
    if (state.slots() != grid.size() || state.times().length > 0) {
      throw new IllegalArgumentException(
          "cannot restore state slots=%d: the grid has %d".formatted(state.slots(), grid.size()));
    }
    this.grid = grid;
    this.shape = shape;
  }

  @Override
  public boolean add(PointBuffer series, boolean integers) {
    int at = Math.max(series.firstAtOrAfter(grid.startMillis()), shape.first());
    if (at >= series.size()) {
      return true;
    }
    int slot = grid.firstAtOrAfter(series.timestamps()[at]);
    int length = Math.min(series.size() - at, grid.size() - slot);
    long[] timestamps = series.timestamps();
    boolean whole = at + length == series.size() || timestamps[at + length] > grid.endMillis();
    if (!whole || !Arrays.equals(timestamps, at, at + length, grid.times(), slot, slot + length)) {
      return fits(series, at) && addWithGaps(series, at);
    }
    for (int earlier = 0; earlier < slot; earlier++) {
      addBetween(series, at, earlier);
    }
    states.addRun(series.values(), at, slot, length);
    return true;
  }

  /// Returns whether all datapoints in the range lie on the grid. Those of calendar intervals may
  /// not if a year begins within the range.
  private boolean fits(PointBuffer series, int from) {
    long[] timestamps = series.timestamps();
    int slot = 0;
    for (int i = from; i < series.size() && timestamps[i] <= grid.endMillis(); i++) {
      while (slot < grid.size() && grid.times()[slot] < timestamps[i]) {
        slot++;
      }
      if (slot == grid.size() || grid.times()[slot] != timestamps[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean addWithGaps(PointBuffer series, int from) {
    long[] timestamps = series.timestamps();
    int at = from;
    for (int slot = 0; slot < grid.size() && at < series.size(); slot++) {
      if (timestamps[at] == grid.times()[slot]) {
        states.add(slot, series.values()[at]);
        states.setPresent(slot);
        at++;
      } else {
        addBetween(series, at, slot);
      }
    }
    return true;
  }

  /// Adds the series' value at a slot between the datapoint before `at` and the datapoint `at`.
  private void addBetween(PointBuffer series, int at, int slot) {
    if (shape.rates()) {
      states.add(slot, series.values()[at - 1]);
    } else if (at > 0) {
      long[] timestamps = series.timestamps();
      double[] values = series.values();
      states.add(
          slot,
          shape
              .interpolation()
              .between(
                  grid.times()[slot],
                  timestamps[at - 1],
                  values[at - 1],
                  timestamps[at],
                  values[at]));
    }
  }

  @Override
  public boolean merge(Accumulator other) {
    states.merge(((GridAccumulator) other).states, 0);
    return true;
  }

  @Override
  public long time(int slot) {
    return grid.times()[slot];
  }

  @Override
  public boolean present(int slot) {
    return states.present(slot);
  }

  @Override
  public boolean integers() {
    return false;
  }

  @Override
  public AccumulatorState state() {
    return states.with(NO_TIMES, false);
  }

  @Override
  public long heldBytes() {
    return heldBytes(grid);
  }

  static long heldBytes(Grid grid) {
    return (long) grid.size() * SlotStates.SLOT_BYTES;
  }
}
