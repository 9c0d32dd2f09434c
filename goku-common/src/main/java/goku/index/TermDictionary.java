package goku.index;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.nio.charset.StandardCharsets.UTF_8;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.Reclaimer;
import goku.memory.RecordTable;
import goku.model.NameHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The components of a shard's names, each stored once (section 6.1 of the paper). A term id is
/// given out again some time after the last series with the term has gone.
///
/// One writer; readers hold a pin. Record of a term:
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 4 | where its bytes are |
/// | 4 | 4 | kind << 24, number of bytes |
/// | 8 | 4 | of a pair, the id of its key's term; else its own |
/// | 12 | 4 | number of series, of a key the number of pairs, that use it |
///
/// The uses are stored with release and publish the rest: a reader that goes over all ids skips
/// those without. A term that is gone keeps its record until no pinned reader can know its id.
public final class TermDictionary {
  public static final int NONE = -1;

  /// Term ids begin behind it: postings use it for the list of all series.
  static final int ALL_SERIES = 0;

  /// The limit of a component's bytes.
  static final int MAX_BYTES = Blocks.MAX_BLOCK_BYTES;

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final int BYTES = 0;
  private static final int SHAPE = 4;
  private static final int KEY = 8;
  private static final int USES = 12;
  private static final int RECORD_BYTES = 16;
  private static final int PAGE_SHIFT = 11;
  private static final int KIND_SHIFT = 24;
  private static final int LENGTH_MASK = (1 << KIND_SHIFT) - 1;

  private final Blocks blocks;
  private final Reclaimer reclaimer;
  private final RecordTable records;
  private final HashTable ids;

  /// Pairs by the hash of their value alone.
  private final HashTable pairsByValue;

  private final FreeNumbers free = new FreeNumbers(ALL_SERIES + 1);

  /// Above every term id that was ever given out. Written after the term.
  private volatile int limit = ALL_SERIES + 1;

  TermDictionary(Blocks blocks, MemoryUse use, Reclaimer reclaimer) {
    this.blocks = blocks;
    this.reclaimer = reclaimer;
    records = new RecordTable(blocks, Purpose.NAMES, RECORD_BYTES, PAGE_SHIFT);
    ids = new HashTable(use);
    pairsByValue = new HashTable(use);
  }

  /// The term with these bytes; `NONE` when there is none.
  int find(TermKind kind, byte[] bytes, int offset, int length) {
    return ids.find(
        hash(kind, bytes, offset, length),
        id -> field(id, SHAPE) == shape(kind, length) && equal(id, 0, bytes, offset, length));
  }

  int find(TermKind kind, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return find(kind, bytes, 0, bytes.length);
  }

  /// Whether some pair has the value.
  boolean knowsValue(String value) {
    byte[] bytes = value.getBytes(UTF_8);
    return pairsByValue.find(NameHash.of(bytes), id -> valueEquals(id, bytes)) != HashTable.NONE;
  }

  /// The metric's term with one use more, made if need be; `NONE` when there is no memory.
  int acquireMetric(byte[] bytes, int offset, int length) {
    return acquire(TermKind.METRIC, bytes, offset, length, NONE);
  }

  /// The same for `key=value`; a pair uses its key.
  int acquirePair(byte[] bytes, int offset, int length, int keyLength) {
    int known = find(TermKind.PAIR, bytes, offset, length);
    if (known != NONE) {
      addUses(known, 1);
      return known;
    }
    int key = acquire(TermKind.KEY, bytes, offset, keyLength, NONE);
    if (key == NONE) {
      return NONE;
    }
    int pair = acquire(TermKind.PAIR, bytes, offset, length, key);
    if (pair == NONE) {
      release(key);
      return NONE;
    }
    int valueOffset = offset + keyLength + 1;
    pairsByValue.add(NameHash.of(bytes, valueOffset, offset + length - valueOffset), pair);
    return pair;
  }

  /// Takes a use away. Returns whether it was the last and the term is gone.
  boolean release(int term) {
    if (addUses(term, -1) > 0) {
      return false;
    }
    byte[] bytes = bytes(term);
    TermKind kind = kind(term);
    ids.remove(hash(kind, bytes, 0, bytes.length), term);
    if (kind == TermKind.PAIR) {
      int valueOffset = valueStart(term);
      long hash = NameHash.of(bytes, valueOffset, bytes.length - valueOffset);
      pairsByValue.remove(hash, term);
      release(keyOf(term));
    }
    int block = field(term, BYTES);
    reclaimer.retire(
        () -> {
          blocks.free(block, bytes.length, Purpose.NAMES);
          free.giveBack(term);
        });
    return true;
  }

  /// The id of the key's term of a pair: the same for all pairs of a key.
  public int keyOf(int term) {
    return field(term, KEY);
  }

  /// The term's text: the metric, the key, or `key=value`.
  public String text(int term) {
    return new String(bytes(term), UTF_8);
  }

  /// The value of a pair.
  public String value(int pair) {
    byte[] bytes = bytes(pair);
    int start = valueStart(pair);
    return new String(bytes, start, bytes.length - start, UTF_8);
  }

  int limit() {
    return limit;
  }

  /// The kind of the term; null when there is no such term now.
  @Nullable TermKind kindOrNull(int term) {
    MemorySegment page = records.page(term);
    boolean used = page != null && (int) INT.getAcquire(page, records.offset(term) + USES) > 0;
    return used ? kind(term) : null;
  }

  /// Where the value begins in the bytes of a pair.
  int valueStart(int pair) {
    return length(keyOf(pair)) + 1;
  }

  /// The UTF-8 of the term's text.
  public byte[] bytes(int term) {
    byte[] bytes = new byte[length(term)];
    int block = field(term, BYTES);
    MemorySegment.copy(
        blocks.segment(block), JAVA_BYTE, Blocks.offset(block), bytes, 0, bytes.length);
    return bytes;
  }

  int length(int term) {
    return field(term, SHAPE) & LENGTH_MASK;
  }

  /// Compares the term's bytes from `start` on, at most `length` of them, unsigned and in order.
  int compare(int term, int start, byte[] other) {
    int block = field(term, BYTES);
    MemorySegment segment = blocks.segment(block);
    long at = Blocks.offset(block) + start;
    int length = length(term) - start;
    int common = Math.min(length, other.length);
    for (int i = 0; i < common; i++) {
      int difference = Byte.compareUnsigned(segment.get(JAVA_BYTE, at + i), other[i]);
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(length, other.length);
  }

  boolean startsWith(int term, int start, byte[] prefix) {
    return length(term) - start >= prefix.length && equal(term, start, prefix, 0, prefix.length);
  }

  void close() {
    ids.close();
    pairsByValue.close();
  }

  private int acquire(TermKind kind, byte[] bytes, int offset, int length, int key) {
    int known = find(kind, bytes, offset, length);
    if (known == NONE) {
      known = add(kind, bytes, offset, length, key);
    }
    if (known != NONE) {
      addUses(known, 1);
    }
    return known;
  }

  private int add(TermKind kind, byte[] bytes, int offset, int length, int key) {
    int term = free.take();
    MemorySegment page = records.pageForWriting(term);
    int block = page == null ? Blocks.NONE : blocks.allocate(length, Purpose.NAMES);
    if (page == null || block == Blocks.NONE) {
      free.giveBack(term);
      return NONE;
    }
    long target = Blocks.offset(block);
    MemorySegment.copy(bytes, offset, blocks.segment(block), JAVA_BYTE, target, length);
    long at = records.offset(term);
    page.set(JAVA_INT, at + BYTES, block);
    page.set(JAVA_INT, at + KEY, key == NONE ? term : key);
    page.set(JAVA_INT, at + SHAPE, shape(kind, length));
    ids.add(hash(kind, bytes, offset, length), term);
    limit = Math.max(limit, term + 1);
    return term;
  }

  private TermKind kind(int term) {
    return TermKind.of(field(term, SHAPE) >>> KIND_SHIFT);
  }

  private boolean valueEquals(int pair, byte[] value) {
    int start = valueStart(pair);
    return length(pair) - start == value.length && equal(pair, start, value, 0, value.length);
  }

  private boolean equal(int term, int start, byte[] bytes, int offset, int length) {
    int block = field(term, BYTES);
    MemorySegment segment = blocks.segment(block);
    long at = Blocks.offset(block) + start;
    for (int i = 0; i < length; i++) {
      if (segment.get(JAVA_BYTE, at + i) != bytes[offset + i]) {
        return false;
      }
    }
    return true;
  }

  private int addUses(int term, int difference) {
    int uses = field(term, USES) + difference;
    INT.setRelease(page(term), records.offset(term) + USES, uses);
    return uses;
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
    return kind.code() << KIND_SHIFT | length;
  }

  private static long hash(TermKind kind, byte[] bytes, int offset, int length) {
    return NameHash.of(bytes, offset, length) + kind.code();
  }
}
