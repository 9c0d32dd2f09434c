package goku.index;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The records of terms, and the blocks that they refer to. A record is small, because a new series
/// has a dozen terms that are scattered in memory. Each costs one cache line here and mostly one in
/// a block.
///
/// | offset | bytes | field of a record |
/// | ---: | ---: | --- |
/// | 0 | 4 | handle of the block |
/// | 4 | 4 | number of series that use the term; of a key, the number of pairs |
///
/// | offset | bytes | field of a block |
/// | ---: | ---: | --- |
/// | 0 | 4 | kind << 24, number of bytes |
/// | 4 | 4 | of a pair, the id of its key's term; else its own id |
/// | 8 | | the bytes: the text of a metric and of a key, the value of a pair |
///
/// The uses are stored with release and publish the rest. A reader that scans all ids skips those
/// without uses. A removed term keeps its block until no pinned reader can know its id.
final class TermRecords {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
          .withInvokeExactBehavior();

  private static final int BLOCK = 0;
  private static final int USES = 4;
  private static final int RECORD_BYTES = 8;
  private static final int PAGE_SHIFT = 12;

  private static final int SHAPE = 0;
  private static final int KEY = 4;
  private static final int BYTES = 8;

  /// The largest length of a term in bytes.
  static final int MAX_BYTES = 64 << 10;

  private static final int KIND_SHIFT = 24;
  private static final int LENGTH_MASK = (1 << KIND_SHIFT) - 1;

  private final Blocks blocks;
  private final RecordTable records;

  TermRecords(Blocks blocks) {
    this.blocks = blocks;
    records = new RecordTable(blocks, Purpose.NAMES, RECORD_BYTES, PAGE_SHIFT);
  }

  /// Fills the record of a free id. Returns false when memory is full.
  boolean add(int term, TermKind kind, int key, byte[] bytes, int offset, int length) {
    MemorySegment page = records.pageForWriting(term);
    int block = page == null ? Blocks.NONE : blocks.allocate(BYTES + length, Purpose.NAMES);
    if (page == null || block == Blocks.NONE) {
      return false;
    }
    MemorySegment segment = blocks.segment(block);
    long at = Blocks.offset(block);
    segment.set(JAVA_INT, at + SHAPE, shape(kind, length));
    segment.set(JAVA_INT, at + KEY, key);
    MemorySegment.copy(bytes, offset, segment, JAVA_BYTE, at + BYTES, length);
    page.set(JAVA_INT, records.offset(term) + BLOCK, block);
    return true;
  }

  /// Frees the block of the term. No reader may use the term.
  void free(int term) {
    blocks.free(block(term), BYTES + length(term), Purpose.NAMES);
  }

  /// Returns whether the term has this kind, this key if it is a pair, and these bytes.
  boolean is(int term, TermKind kind, int key, byte[] bytes, int offset, int length) {
    int block = block(term);
    MemorySegment segment = blocks.segment(block);
    long at = Blocks.offset(block);
    return segment.get(JAVA_INT, at + SHAPE) == shape(kind, length)
        && (kind != TermKind.PAIR || segment.get(JAVA_INT, at + KEY) == key)
        && startsWith(segment, at + BYTES, bytes, offset, length);
  }

  TermKind kind(int term) {
    return TermKind.of(field(term, SHAPE) >>> KIND_SHIFT);
  }

  /// Returns the kind of the term, or null if the term does not exist. Any id is allowed.
  @Nullable TermKind kindOrNull(int term) {
    MemorySegment page = records.page(term);
    boolean used = page != null && (int) INT.getAcquire(page, records.offset(term) + USES) > 0;
    return used ? kind(term) : null;
  }

  int key(int term) {
    return field(term, KEY);
  }

  int uses(int term) {
    return page(term).get(JAVA_INT, records.offset(term) + USES);
  }

  /// Adds to the number of uses and returns the new number.
  int addUses(int term, int difference) {
    MemorySegment page = page(term);
    long at = records.offset(term) + USES;
    int uses = page.get(JAVA_INT, at) + difference;
    INT.setRelease(page, at, uses);
    return uses;
  }

  int length(int term) {
    return field(term, SHAPE) & LENGTH_MASK;
  }

  byte[] bytes(int term) {
    byte[] bytes = new byte[length(term)];
    copy(term, bytes, 0);
    return bytes;
  }

  /// Copies the bytes of the term to the array.
  void copy(int term, byte[] into, int offset) {
    int block = block(term);
    MemorySegment.copy(
        blocks.segment(block), JAVA_BYTE, Blocks.offset(block) + BYTES, into, offset, length(term));
  }

  /// Returns whether the term begins with these bytes. The term must be at least as long.
  boolean startsWith(int term, byte[] bytes, int offset, int length) {
    int block = block(term);
    return startsWith(blocks.segment(block), Blocks.offset(block) + BYTES, bytes, offset, length);
  }

  private static boolean startsWith(
      MemorySegment segment, long at, byte[] bytes, int offset, int length) {
    int i = 0;
    for (; i + Long.BYTES <= length; i += Long.BYTES) {
      if (segment.get(JAVA_LONG_UNALIGNED, at + i) != (long) LONG.get(bytes, offset + i)) {
        return false;
      }
    }
    for (; i < length; i++) {
      if (segment.get(JAVA_BYTE, at + i) != bytes[offset + i]) {
        return false;
      }
    }
    return true;
  }

  private int field(int term, int field) {
    int block = block(term);
    return blocks.segment(block).get(JAVA_INT, Blocks.offset(block) + field);
  }

  private int block(int term) {
    return page(term).get(JAVA_INT, records.offset(term) + BLOCK);
  }

  private MemorySegment page(int term) {
    MemorySegment page = records.page(term);
    if (page == null) {
      throw new IllegalStateException("cannot read record: no term has id=" + term);
    }
    return page;
  }

  private static int shape(TermKind kind, int length) {
    return (kind.code() << KIND_SHIFT) | length;
  }
}
