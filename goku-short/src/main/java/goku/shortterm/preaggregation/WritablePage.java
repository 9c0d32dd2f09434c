package goku.shortterm.preaggregation;

import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;

/// The pages that the tables of this package write to.
final class WritablePage {
  private WritablePage() {}

  /// Returns the page of the record with the number, allocated if there is none.
  ///
  /// @throws NoRoomException when the memory budget is used up
  static MemorySegment of(RecordTable table, int number) {
    MemorySegment page = table.pageForWriting(number);
    if (page == null) {
      throw new NoRoomException();
    }
    return page;
  }
}
