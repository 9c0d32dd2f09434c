package goku.shortterm.preaggregation;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.Tier;
import goku.shortterm.bucket.Bucket;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The cells of one rule in one bucket. Owned by the writer; any thread with a pin reads cells,
/// rows and spans once it is complete.
final class BucketAggregates {
  private final Bucket bucket;
  private final long intervalMillis;

  /// The number of cells in a bucket.
  private final int cellCount;

  /// The number of the bucket's first cell, counted from the epoch on.
  private final long firstCell;

  private final CellTable cells;
  private final RowTable rows;
  private final SpanTable spans;

  /// Rows whose least and greatest values must be found again. Writer only.
  private final BitSet stale = new BitSet();

  /// The repair in progress of some of the stale rows; null for none. Writer only.
  private @Nullable ExtremesRepair repair;

  private final Blocks blocks;

  /// The first slot whose series is not in the cells yet. Writer only.
  private int cursor;

  private volatile boolean complete;

  BucketAggregates(Bucket bucket, long intervalMillis, SlabPool pool, MemoryUse use) {
    this.bucket = bucket;
    this.intervalMillis = intervalMillis;
    cellCount = (int) (Tier.MEMORY_BUCKET.toMillis() / intervalMillis);
    firstCell = bucket.startMillis() / intervalMillis;
    blocks = new Blocks(pool, use);
    cells = new CellTable(blocks);
    rows = new RowTable(blocks);
    spans = new SpanTable(blocks);
  }

  /// Returns the record of a group's cell.
  int cell(int row, int cell) {
    return row * cellCount + cell;
  }

  /// Returns the cell that holds the millisecond of the bucket.
  int cellAt(long offsetMillis) {
    return (int) (offsetMillis / intervalMillis);
  }

  /// Returns whether all datapoints of the series in the bucket are in the cells. Writer only.
  boolean includes(int slot) {
    return slot < cursor;
  }

  int cursor() {
    return cursor;
  }

  /// Reports that the series of all slots before this one are in the cells.
  void advance(int nextSlot) {
    cursor = nextSlot;
  }

  void complete() {
    cursor = Integer.MAX_VALUE;
    complete = true;
  }

  /// Returns whether the cells contain the whole bucket. Any thread.
  boolean isComplete() {
    return complete;
  }

  /// Adds a datapoint.
  ///
  /// @param series 1 for the first datapoint of its series in the cell, otherwise 0
  void add(int row, int cell, double value, int series) {
    if (!Double.isFinite(value)) {
      rows.setFlag(row, RowTable.NOT_FINITE, true);
    }
    cells.add(cell(row, cell), value, series);
    ExtremesRepair underWay = repair;
    if (underWay != null) {
      underWay.add(row, cell, value);
    }
  }

  /// Removes a datapoint that was added.
  void remove(int row, int cell, double value) {
    if (takeOut(row, cell, value) != 0) {
      markStale(row);
    }
  }

  /// Replaces a value that was added.
  void replace(int row, int cell, double old, double value) {
    int extremes = takeOut(row, cell, old);
    add(row, cell, value, 0);
    boolean least = (extremes & CellTable.WAS_LEAST) != 0 && !(value <= old);
    boolean greatest = (extremes & CellTable.WAS_GREATEST) != 0 && !(value >= old);
    if (least || greatest) {
      markStale(row);
    }
  }

  private int takeOut(int row, int cell, double value) {
    ExtremesRepair underWay = repair;
    if (underWay != null) {
      underWay.giveUp(row);
    }
    return cells.remove(cell(row, cell), value);
  }

  /// Marks that the least and the greatest values of the row may belong to removed datapoints.
  void markStale(int row) {
    rows.setFlag(row, RowTable.STALE, true);
    stale.set(row);
  }

  /// Resets a row for another group.
  void clearRow(int row) {
    for (int cell = 0; cell < cellCount; cell++) {
      cells.clear(cell(row, cell));
    }
    rows.clear(row);
    stale.clear(row);
    if (repair != null) {
      repair.giveUp(row);
    }
  }

  /// Frees all memory as soon as no reader can know it.
  void close() {
    blocks.close();
  }

  Bucket bucket() {
    return bucket;
  }

  long intervalMillis() {
    return intervalMillis;
  }

  int cellCount() {
    return cellCount;
  }

  long firstCell() {
    return firstCell;
  }

  CellTable cells() {
    return cells;
  }

  RowTable rows() {
    return rows;
  }

  SpanTable spans() {
    return spans;
  }

  /// Returns the repair in progress, after starting one if there is none. Writer only.
  ExtremesRepair repair() {
    ExtremesRepair current = repair;
    if (current == null) {
      current = ExtremesRepair.ofStaleRows(this);
      repair = current;
    }
    return current;
  }

  /// Ends the repair in progress. Writer only.
  void endRepair() {
    repair = null;
  }

  BitSet stale() {
    return stale;
  }
}
