package goku.shortterm.preaggregation;

import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;

/// What the tables of this package have in common.
final class Records {
  private Records() {}

  /// The page of a record that is to be written.
  static MemorySegment page(RecordTable table, int number) {
    MemorySegment page = table.pageForWriting(number);
    if (page == null) {
      throw new NoRoomException();
    }
    return page;
  }
}
