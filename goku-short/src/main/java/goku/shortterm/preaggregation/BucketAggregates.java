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
  final Bucket bucket;
  final long intervalMillis;

  /// In a bucket.
  final int cellCount;

  /// The number of the bucket's first cell, if cells were counted from the epoch on.
  final long firstCell;

  final CellTable cells;
  final RowTable rows;
  final SpanTable spans;

  /// Rows whose least and greatest values are to be found again. Writer only.
  final BitSet stale = new BitSet();

  /// Under way for some of the stale rows; null for none. Writer only.
  @Nullable ExtremesRepair repair;

  private final Blocks blocks;

  /// Series of slots from here on are not in the cells yet. Writer only.
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

  /// The record of a group's cell.
  int cell(int row, int cell) {
    return row * cellCount + cell;
  }

  /// Which cell of the bucket holds the millisecond of the bucket.
  int cellAt(long offsetMillis) {
    return (int) (offsetMillis / intervalMillis);
  }

  /// Whether all that a series has in the bucket is in the cells. Writer only.
  boolean includes(int slot) {
    return slot < cursor;
  }

  int cursor() {
    return cursor;
  }

  /// The series of all slots before it are in the cells.
  void advance(int nextSlot) {
    cursor = nextSlot;
  }

  void complete() {
    cursor = Integer.MAX_VALUE;
    complete = true;
  }

  /// Whether the cells have all that the bucket has. Any thread.
  boolean isComplete() {
    return complete;
  }

  /// Adds a datapoint.
  ///
  /// @param series 1 when it is the first of its series in the cell, else 0
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

  /// Takes a datapoint away that was added.
  void remove(int row, int cell, double value) {
    if (takeOut(row, cell, value) != 0) {
      markStale(row);
    }
  }

  /// Puts a value in the place of one that was added.
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

  /// The least and the greatest values of the row may be of datapoints that are gone.
  void markStale(int row) {
    rows.setFlag(row, RowTable.STALE, true);
    stale.set(row);
  }

  /// Makes a row as it was at first, for another group.
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

  /// Frees all of it, when no reader can know it any more.
  void close() {
    blocks.close();
  }
}
