package goku.shortterm.preaggregation;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// One record for each group of a rule in one bucket.
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 4 | version, odd while more than the newest cells are written |
/// | 4 | 4 | series that lack the first cell, and have one before it and one behind |
/// | 8 | 4 | the most cells that a series ever lacked between two it had |
/// | 12 | 4 | flags |
///
/// One writer; any thread reads.
final class RowTable {
  /// The least and greatest values may belong to removed datapoints.
  static final int STALE = 1;

  /// A value is infinite or NaN, so sums have no meaning.
  static final int NOT_FINITE = 2;

  private static final int RECORD_BYTES = 16;
  private static final int VERSION = 0;
  private static final int CARRY = 4;
  private static final int LONGEST = 8;
  private static final int FLAGS = 12;
  private static final int PAGE_SHIFT = 10;
  private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

  private final RecordTable rows;

  RowTable(Blocks blocks) {
    rows = new RecordTable(blocks, Purpose.PRE_AGGREGATES, RECORD_BYTES, PAGE_SHIFT);
  }

  /// Marks the row as changing until `end`. Returns false if it was already.
  boolean begin(int row) {
    MemorySegment page = WritablePage.of(rows, row);
    long at = rows.offset(row) + VERSION;
    int version = page.get(JAVA_INT, at);
    if ((version & 1) != 0) {
      return false;
    }
    INT.setOpaque(page, at, version + 1);
    VarHandle.storeStoreFence();
    return true;
  }

  void end(int row) {
    MemorySegment page = WritablePage.of(rows, row);
    long at = rows.offset(row) + VERSION;
    INT.setRelease(page, at, page.get(JAVA_INT, at) + 1);
  }

  /// Counts series without a gap. Between `begin` and `end`.
  void addCarry(int row, int change) {
    MemorySegment page = WritablePage.of(rows, row);
    long at = rows.offset(row) + CARRY;
    page.set(JAVA_INT, at, page.get(JAVA_INT, at) + change);
  }

  /// Records a number of consecutive cells that a series lacks. Between `begin` and `end`.
  void lacks(int row, int cells) {
    MemorySegment page = WritablePage.of(rows, row);
    long at = rows.offset(row) + LONGEST;
    page.set(JAVA_INT, at, Math.max(page.get(JAVA_INT, at), cells));
  }

  void setFlag(int row, int flag, boolean on) {
    MemorySegment page = WritablePage.of(rows, row);
    long at = rows.offset(row) + FLAGS;
    int flags = page.get(JAVA_INT, at);
    INT.setRelease(page, at, on ? flags | flag : flags & ~flag);
  }

  /// Resets a record that no reader uses, except for its version.
  void clear(int row) {
    MemorySegment page = rows.page(row);
    if (page != null) {
      page.asSlice(rows.offset(row) + CARRY, RECORD_BYTES - CARRY).fill((byte) 0);
    }
  }

  /// Returns a version to be compared with a later one, after an acquire fence. Any thread with a
  /// pin.
  int version(int row) {
    MemorySegment page = rows.page(row);
    return page == null ? 0 : (int) INT.getAcquire(page, rows.offset(row) + VERSION);
  }

  int carry(int row) {
    return get(row, CARRY);
  }

  int longest(int row) {
    return get(row, LONGEST);
  }

  int flags(int row) {
    return get(row, FLAGS);
  }

  private int get(int row, int field) {
    MemorySegment page = rows.page(row);
    return page == null ? 0 : (int) INT.getAcquire(page, rows.offset(row) + field);
  }
}
