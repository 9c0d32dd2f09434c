package goku.shortterm.preaggregation;

import goku.query.partial.AccumulatorState;
import java.util.Arrays;

/// The states of one group of an answer at the slots of its grid, built from the cells of one or
/// more groups of a rule. They equal the states that `goku.query.partial` would build from the
/// series.
final class GroupState {
  /// The heap bytes of a slot.
  static final int SLOT_BYTES = 2 * Double.BYTES + Integer.BYTES + 1;

  private static final long[] NO_TIMES = {};

  private final CellGrid grid;
  private final Derivation derivation;
  private final double[] values;
  private final double[] errors;
  private final int[] counts;
  private final boolean[] present;

  GroupState(CellGrid grid, Derivation derivation) {
    this.grid = grid;
    this.derivation = derivation;
    values = new double[grid.slots()];
    errors = new double[grid.slots()];
    counts = new int[grid.slots()];
    present = grid.filled().clone();
    Arrays.fill(
        values,
        switch (derivation.value()) {
          case LEAST -> Double.POSITIVE_INFINITY;
          case GREATEST -> Double.NEGATIVE_INFINITY;
          case SUM, DATAPOINTS, SERIES -> 0;
        });
  }

  /// Returns whether the cells suffice for an exact answer.
  boolean follows(RowReader row) {
    boolean extreme =
        derivation.value() == Derivation.Value.LEAST
            || derivation.value() == Derivation.Value.GREATEST;
    if ((row.flags() & RowTable.NOT_FINITE) != 0
        || (extreme && (row.flags() & RowTable.STALE) != 0)) {
      return false;
    }
    for (int slot = 0; slot < grid.slots(); slot++) {
      if ((derivation.gapless() && isLacking(row, slot)) || !followsAt(row, slot)) {
        return false;
      }
    }
    return true;
  }

  /// Returns whether a series may have datapoints before and after the slot and none in it.
  private boolean isLacking(RowReader row, int slot) {
    int start = grid.starts()[slot];
    int end = grid.ends()[slot];
    if (row.longestGap() < end - start) {
      return false;
    }
    for (int cell = start; cell < end; cell++) {
      if (row.values().gaps()[cell] == 0) {
        return false;
      }
    }
    return true;
  }

  private boolean followsAt(RowReader row, int slot) {
    CellValues cells = row.values();
    for (int cell = grid.starts()[slot]; cell < grid.ends()[slot]; cell++) {
      if ((derivation.single() && cells.counts()[cell] != cells.series()[cell])
          || (derivation.value() == Derivation.Value.SUM && isBeyondDouble(cells, cell))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBeyondDouble(CellValues cells, int cell) {
    return cells.counts()[cell] > 0 && !Double.isFinite(cells.sums()[cell] + cells.errors()[cell]);
  }

  /// Adds cells that suffice.
  void add(CellValues cells) {
    for (int slot = 0; slot < grid.slots(); slot++) {
      for (int cell = grid.starts()[slot]; cell < grid.ends()[slot]; cell++) {
        if (cells.counts()[cell] > 0) {
          present[slot] = true;
          counts[slot] += cells.series()[cell];
          addValue(slot, cells, cell);
        }
      }
    }
  }

  private void addValue(int slot, CellValues cells, int cell) {
    double positive = derivation.unsigned() ? 0.0 : -0.0; // x + -0.0 is x
    switch (derivation.value()) {
      case SUM -> {
        addToSum(slot, cells.sums()[cell]);
        errors[slot] += cells.errors()[cell];
      }
      case DATAPOINTS -> values[slot] += cells.counts()[cell];
      case SERIES -> {}
      case LEAST -> values[slot] = Math.min(values[slot], cells.least()[cell] + positive);
      case GREATEST -> values[slot] = Math.max(values[slot], cells.greatest()[cell] + positive);
    }
  }

  private void addToSum(int slot, double value) {
    double sum = values[slot];
    double next = sum + value;
    double virtual = next - sum;
    errors[slot] += sum - (next - virtual) + (value - virtual);
    values[slot] = next;
  }

  /// Returns the states, which no longer change.
  ///
  /// @param zeros slots without a datapoint are 0
  AccumulatorState toState(boolean zeros) {
    if (zeros) {
      for (int slot = 0; slot < counts.length; slot++) {
        counts[slot] = present[slot] ? Math.max(1, counts[slot]) : counts[slot];
      }
    }
    return new AccumulatorState(NO_TIMES, values, errors, counts, present, false);
  }
}
