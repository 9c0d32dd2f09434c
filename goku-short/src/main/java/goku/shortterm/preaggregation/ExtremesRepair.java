package goku.shortterm.preaggregation;

import goku.model.PointBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The search for the least and the greatest values of some rows of a bucket, after datapoints with
/// these values were removed. Owned by the writer, which visits one series after the other and may
/// append meanwhile: counting a datapoint twice has no effect.
final class ExtremesRepair {
  /// The rows of one repair: a megabyte of cells with intervals of a minute.
  private static final int MOST_ROWS = 512;

  private final BucketAggregates aggregates;
  private final Map<Integer, Extremes> rows = new HashMap<>();

  /// The next slot to visit.
  private int cursor;

  private static final class Extremes {
    private final double[] least;
    private final double[] greatest;

    Extremes(int cells) {
      least = new double[cells];
      greatest = new double[cells];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      Arrays.fill(greatest, Double.NEGATIVE_INFINITY);
    }
  }

  private ExtremesRepair(BucketAggregates aggregates) {
    this.aggregates = aggregates;
  }

  /// Returns a repair of the first stale rows.
  static ExtremesRepair ofStaleRows(BucketAggregates aggregates) {
    var repair = new ExtremesRepair(aggregates);
    aggregates.stale().stream()
        .limit(MOST_ROWS)
        .forEach(row -> repair.rows.put(row, new Extremes(aggregates.cellCount())));
    return repair;
  }

  boolean concerns(int row) {
    return rows.containsKey(row);
  }

  /// Adds the datapoints of a series of the row.
  void visit(int row, PointBuffer points) {
    for (int i = 0; i < points.size(); i++) {
      long offset = points.timestamps()[i] - aggregates.bucket().startMillis();
      add(row, aggregates.cellAt(offset), points.values()[i]);
    }
  }

  void add(int row, int cell, double value) {
    Extremes extremes = rows.get(row);
    if (extremes != null) {
      extremes.least[cell] = Math.min(extremes.least[cell], value);
      extremes.greatest[cell] = Math.max(extremes.greatest[cell], value);
    }
  }

  /// Leaves the row stale, because a datapoint was removed that may have been visited.
  void giveUp(int row) {
    rows.remove(row);
  }

  /// Ends after all series were visited.
  void finish() {
    rows.forEach(
        (row, extremes) -> {
          aggregates.rows().begin(row);
          for (int cell = 0; cell < aggregates.cellCount(); cell++) {
            if (extremes.least[cell] <= extremes.greatest[cell]) {
              aggregates
                  .cells()
                  .setExtremes(
                      aggregates.cell(row, cell), extremes.least[cell], extremes.greatest[cell]);
            }
          }
          aggregates.rows().setFlag(row, RowTable.STALE, false);
          aggregates.stale().clear(row);
          aggregates.rows().end(row);
        });
    aggregates.endRepair();
  }

  int cursor() {
    return cursor;
  }

  /// Moves on to the next slot.
  void advance() {
    cursor++;
  }
}
