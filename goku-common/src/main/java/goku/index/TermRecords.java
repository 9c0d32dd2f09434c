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

/// The records of terms, and their bytes: the text of a metric and of a key, the value of a pair.
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 4 | where the bytes are, if there are any |
/// | 4 | 4 | kind << 24, number of bytes |
/// | 8 | 4 | of a pair, the id of its key's term; else its own |
/// | 12 | 4 | number of series, of a key the number of pairs, that use it |
///
/// The uses are stored with release and publish the rest: a reader that goes over all ids skips
/// those without. A term that is gone keeps its record until no pinned reader can know its id.
final class TermRecords {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
          .withInvokeExactBehavior();

  private static final int BYTES = 0;
  private static final int SHAPE = 4;
  private static final int KEY = 8;
  private static final int USES = 12;
  private static final int RECORD_BYTES = 16;
  private static final int PAGE_SHIFT = 11;
  private static final int KIND_SHIFT = 24;
  private static final int LENGTH_MASK = (1 << KIND_SHIFT) - 1;

  private final Blocks blocks;
  private final RecordTable records;

  TermRecords(Blocks blocks) {
    this.blocks = blocks;
    records = new RecordTable(blocks, Purpose.NAMES, RECORD_BYTES, PAGE_SHIFT);
  }

  /// Fills the record of a free id. False when there is no memory.
  boolean add(int term, TermKind kind, int key, byte[] bytes, int offset, int length) {
    MemorySegment page = records.pageForWriting(term);
    int block = page == null || length == 0 ? Blocks.NONE : blocks.allocate(length, Purpose.NAMES);
    if (page == null || (block == Blocks.NONE && length > 0)) {
      return false;
    }
    if (length > 0) {
      long target = Blocks.offset(block);
      MemorySegment.copy(bytes, offset, blocks.segment(block), JAVA_BYTE, target, length);
    }
    long at = records.offset(term);
    page.set(JAVA_INT, at + BYTES, block);
    page.set(JAVA_INT, at + KEY, key);
    page.set(JAVA_INT, at + SHAPE, shape(kind, length));
    return true;
  }

  /// Gives the term's bytes back when no reader can know the term any more.
  void free(int term) {
    int length = length(term);
    if (length > 0) {
      blocks.free(field(term, BYTES), length, Purpose.NAMES);
    }
  }

  /// Whether the term has this kind, this key if it is a pair, and these bytes.
  boolean is(int term, TermKind kind, int key, byte[] bytes, int offset, int length) {
    return field(term, SHAPE) == shape(kind, length)
        && (kind != TermKind.PAIR || field(term, KEY) == key)
        && startsWith(term, bytes, offset, length);
  }

  TermKind kind(int term) {
    return TermKind.of(field(term, SHAPE) >>> KIND_SHIFT);
  }

  /// The kind of the term; null when there is no such term now. Any id may be asked for.
  @Nullable TermKind kindOrNull(int term) {
    MemorySegment page = records.page(term);
    boolean used = page != null && (int) INT.getAcquire(page, records.offset(term) + USES) > 0;
    return used ? kind(term) : null;
  }

  int key(int term) {
    return field(term, KEY);
  }

  int uses(int term) {
    return field(term, USES);
  }

  /// Returns the new number of uses.
  int addUses(int term, int difference) {
    int uses = field(term, USES) + difference;
    INT.setRelease(page(term), records.offset(term) + USES, uses);
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

  /// Copies the term's bytes to the array.
  void copy(int term, byte[] into, int offset) {
    int length = length(term);
    if (length > 0) {
      int block = field(term, BYTES);
      MemorySegment.copy(
          blocks.segment(block), JAVA_BYTE, Blocks.offset(block), into, offset, length);
    }
  }

  /// Whether these are the first of the term's bytes, which are as many at least.
  boolean startsWith(int term, byte[] bytes, int offset, int length) {
    if (length == 0) {
      return true;
    }
    int block = field(term, BYTES);
    MemorySegment segment = blocks.segment(block);
    long at = Blocks.offset(block);
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
    return page(term).get(JAVA_INT, records.offset(term) + field);
  }

  private MemorySegment page(int term) {
    MemorySegment page = records.page(term);
    if (page == null) {
      throw new IllegalStateException("no term has the id " + term);
    }
    return page;
  }

  private static int shape(TermKind kind, int length) {
    return (kind.code() << KIND_SHIFT) | length;
  }
}
