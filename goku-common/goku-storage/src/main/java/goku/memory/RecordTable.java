package goku.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Records of one size, numbered from zero, in pages that are allocated on first use. New records
/// are all zero bytes. Records never move.
///
/// One writer. Readers may look up any record at any time and get null if its page does not exist.
/// The writer of a record must publish its content.
public final class RecordTable {
  private static final VarHandle PAGE =
      MethodHandles.arrayElementVarHandle(MemorySegment[].class).withInvokeExactBehavior();

  private final Blocks blocks;
  private final Purpose purpose;
  private final int recordBytes;
  private final int pageShift;
  private volatile @Nullable MemorySegment[] pages = new MemorySegment[0];

  /// Creates a table with `1 << pageShift` records per page.
  public RecordTable(Blocks blocks, Purpose purpose, int recordBytes, int pageShift) {
    this.blocks = blocks;
    this.purpose = purpose;
    this.recordBytes = recordBytes;
    this.pageShift = pageShift;
  }

  /// Returns the page of the record, which is at `offset(number)`, or null if there is no page yet.
  public @Nullable MemorySegment page(int number) {
    @Nullable MemorySegment[] all = pages;
    int page = number >>> pageShift;
    return page < all.length ? (@Nullable MemorySegment) PAGE.getAcquire(all, page) : null;
  }

  public long offset(int number) {
    return (long) (number & (1 << pageShift) - 1) * recordBytes;
  }

  /// Returns the page of the record, allocating the page if needed. Returns null when the budget is
  /// used up. Writer only.
  public @Nullable MemorySegment pageForWriting(int number) {
    MemorySegment page = page(number);
    return page != null ? page : addPage(number >>> pageShift);
  }

  private @Nullable MemorySegment addPage(int index) {
    int bytes = recordBytes << pageShift;
    int handle = blocks.allocate(bytes, purpose);
    if (handle == Blocks.NONE) {
      return null;
    }
    var page = blocks.segment(handle).asSlice(Blocks.offset(handle), bytes);
    page.fill((byte) 0);
    @Nullable MemorySegment[] all = pages;
    if (index >= all.length) {
      all = Arrays.copyOf(all, Math.max(index + 1, all.length * 2));
    }
    PAGE.setRelease(all, index, page);
    pages = all;
    return page;
  }
}
