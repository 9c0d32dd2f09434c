package goku.shortterm.preaggregation;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// The time span of each series' datapoints in the cells of a bucket: two times in milliseconds
/// from the bucket's start, by the slot of the series. One writer. Any thread reads.
final class SpanTable {
  /// The value of a series without datapoints in the cells.
  static final long NONE = 0;

  /// The shift of a page: 1024 series share a page of 8 KiB.
  private static final int PAGE_SHIFT = 10;

  private static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();

  private final RecordTable spans;

  SpanTable(Blocks blocks) {
    spans = new RecordTable(blocks, Purpose.PRE_AGGREGATES, Long.BYTES, PAGE_SHIFT);
  }

  static long of(int first, int last) {
    return (long) (last + 1) << 32 | (first + 1);
  }

  static int first(long span) {
    return (int) span - 1;
  }

  static int last(long span) {
    return (int) (span >>> 32) - 1;
  }

  void set(int slot, long span) {
    MemorySegment page = WritablePage.of(spans, slot);
    LONG.setRelease(page, spans.offset(slot), span);
  }

  long get(int slot) {
    MemorySegment page = spans.page(slot);
    return page == null ? NONE : (long) LONG.getAcquire(page, spans.offset(slot));
  }
}
