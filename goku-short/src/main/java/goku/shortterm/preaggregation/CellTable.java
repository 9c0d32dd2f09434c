package goku.shortterm.preaggregation;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// The cells of one rule in one bucket: what the datapoints of a group in one interval add up to.
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 4 | version, odd while the cell is written |
/// | 4 | 4 | datapoints |
/// | 8 | 4 | series that have one |
/// | 12 | 4 | series that lack this and following cells, less those that lacked cells until this one |
/// | 16 | 8 | sum |
/// | 24 | 8 | what rounding took from the sum |
/// | 32 | 8 | least value, if there are datapoints |
/// | 40 | 8 | greatest value |
///
/// One writer; any thread reads.
final class CellTable {
  static final int CELL_BYTES = 48;
  static final int WAS_LEAST = 1;
  static final int WAS_GREATEST = 2;

  private static final int VERSION = 0;
  private static final int COUNT = 4;
  private static final int SERIES = 8;
  private static final int GAP = 12;
  private static final int SUM = 16;
  private static final int ERROR = 24;
  private static final int LEAST = 32;
  private static final int GREATEST = 40;

  /// The shift of a page: 1024 cells share a page of 48 KiB.
  private static final int PAGE_SHIFT = 10;

  private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

  private final RecordTable cells;

  CellTable(Blocks blocks) {
    cells = new RecordTable(blocks, Purpose.PRE_AGGREGATES, CELL_BYTES, PAGE_SHIFT);
  }

  /// Adds a datapoint.
  ///
  /// @param series 1 for the first datapoint of its series in the cell, otherwise 0
  void add(int cell, double value, int series) {
    MemorySegment page = WritablePage.of(cells, cell);
    long at = cells.offset(cell);
    int version = begin(page, at);
    int count = page.get(JAVA_INT, at + COUNT);
    page.set(JAVA_INT, at + COUNT, count + 1);
    page.set(JAVA_INT, at + SERIES, page.get(JAVA_INT, at + SERIES) + series);
    addToSum(page, at, value);
    double least = count == 0 ? value : Math.min(page.get(JAVA_DOUBLE, at + LEAST), value);
    double greatest = count == 0 ? value : Math.max(page.get(JAVA_DOUBLE, at + GREATEST), value);
    page.set(JAVA_DOUBLE, at + LEAST, least);
    page.set(JAVA_DOUBLE, at + GREATEST, greatest);
    end(page, at, version);
  }

  /// Removes a datapoint that was added. Returns the extremes that may be wrong afterwards:
  /// `WAS_LEAST`, `WAS_GREATEST`, the sum of both, or 0.
  int remove(int cell, double value) {
    MemorySegment page = WritablePage.of(cells, cell);
    long at = cells.offset(cell);
    int version = begin(page, at);
    int count = page.get(JAVA_INT, at + COUNT) - 1;
    page.set(JAVA_INT, at + COUNT, count);
    int extremes =
        (value == page.get(JAVA_DOUBLE, at + LEAST) ? WAS_LEAST : 0)
            + (value == page.get(JAVA_DOUBLE, at + GREATEST) ? WAS_GREATEST : 0);
    if (count == 0) {
      page.set(JAVA_DOUBLE, at + SUM, 0);
      page.set(JAVA_DOUBLE, at + ERROR, 0);
    } else {
      addToSum(page, at, -value);
    }
    end(page, at, version);
    return count > 0 ? extremes : 0;
  }

  /// Adds to the sum, which consists of two doubles as in `goku.query.partial`: neither the order
  /// of datapoints nor removals affect it.
  private static void addToSum(MemorySegment page, long at, double value) {
    double sum = page.get(JAVA_DOUBLE, at + SUM);
    double next = sum + value;
    double virtual = next - sum;
    double lost = sum - (next - virtual) + (value - virtual);
    page.set(JAVA_DOUBLE, at + SUM, next);
    page.set(JAVA_DOUBLE, at + ERROR, page.get(JAVA_DOUBLE, at + ERROR) + lost);
  }

  /// Counts that a series has a first datapoint in the cell, or lost its last one.
  void addSeries(int cell, int change) {
    addTo(cell, SERIES, change);
  }

  /// Changes by how many more series lack the cells from this one on. Protected by the row's
  /// version.
  void addGap(int cell, int change) {
    addTo(cell, GAP, change);
  }

  private void addTo(int cell, int field, int change) {
    MemorySegment page = WritablePage.of(cells, cell);
    long at = cells.offset(cell);
    int version = begin(page, at);
    page.set(JAVA_INT, at + field, page.get(JAVA_INT, at + field) + change);
    end(page, at, version);
  }

  /// Sets the least and the greatest value of a cell with datapoints.
  void setExtremes(int cell, double least, double greatest) {
    MemorySegment page = WritablePage.of(cells, cell);
    long at = cells.offset(cell);
    int version = begin(page, at);
    page.set(JAVA_DOUBLE, at + LEAST, least);
    page.set(JAVA_DOUBLE, at + GREATEST, greatest);
    end(page, at, version);
  }

  /// Resets a cell that no reader uses.
  void clear(int cell) {
    MemorySegment page = cells.page(cell);
    if (page != null) {
      page.asSlice(cells.offset(cell), CELL_BYTES).fill((byte) 0);
    }
  }

  private static int begin(MemorySegment page, long at) {
    int version = page.get(JAVA_INT, at + VERSION) + 1;
    INT.setOpaque(page, at + VERSION, version);
    VarHandle.storeStoreFence();
    return version;
  }

  private static void end(MemorySegment page, long at, int version) {
    INT.setRelease(page, at + VERSION, version + 1);
  }

  /// Copies a cell to an index of the arrays. Any thread with a pin.
  void read(int cell, CellValues into, int index) {
    MemorySegment page = cells.page(cell);
    if (page == null) {
      into.clear(index);
      return;
    }
    long at = cells.offset(cell);
    int version;
    do {
      version = (int) INT.getAcquire(page, at + VERSION);
      into.counts()[index] = page.get(JAVA_INT, at + COUNT);
      into.series()[index] = page.get(JAVA_INT, at + SERIES);
      into.gaps()[index] = page.get(JAVA_INT, at + GAP);
      into.sums()[index] = page.get(JAVA_DOUBLE, at + SUM);
      into.errors()[index] = page.get(JAVA_DOUBLE, at + ERROR);
      into.least()[index] = page.get(JAVA_DOUBLE, at + LEAST);
      into.greatest()[index] = page.get(JAVA_DOUBLE, at + GREATEST);
      VarHandle.acquireFence();
    } while ((version & 1) != 0 || version != (int) INT.getOpaque(page, at + VERSION));
  }

  /// Returns only the gaps of a cell. Any thread with a pin.
  int gap(int cell) {
    MemorySegment page = cells.page(cell);
    return page == null ? 0 : (int) INT.getOpaque(page, cells.offset(cell) + GAP);
  }
}
