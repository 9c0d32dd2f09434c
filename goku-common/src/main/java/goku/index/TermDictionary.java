package goku.index;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.charset.StandardCharsets.UTF_8;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.Reclaimer;
import goku.memory.RecordTable;
import goku.model.NameHash;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The components of a shard's names, each stored once (section 6.1 of the paper). A term id is
/// given out again some time after the last series with the term has gone.
///
/// The bytes of a metric and of a key are its text; those of a pair are its value alone.
///
/// One writer; readers hold a pin. Record of a term:
///
/// | offset | bytes | field |
/// | ---: | ---: | --- |
/// | 0 | 4 | where its bytes are, if there are any |
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
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
          .withInvokeExactBehavior();

  /// Spreads the hashes of pairs that have one value.
  private static final long KEY_FACTOR = 0xC2B2AE3D27D4EB4FL;

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
  private final TermKeys keys = new TermKeys();
  private final FreeNumbers free = new FreeNumbers(ALL_SERIES + 1);

  /// Above every term id that was ever given out. Written after the term.
  private volatile int limit = ALL_SERIES + 1;

  TermDictionary(Blocks blocks, MemoryUse use, Reclaimer reclaimer) {
    this.blocks = blocks;
    this.reclaimer = reclaimer;
    records = new RecordTable(blocks, Purpose.NAMES, RECORD_BYTES, PAGE_SHIFT);
    ids = new HashTable(use, this::hash);
  }

  /// The metric or the key with this text; `NONE` when there is none.
  int find(TermKind kind, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return find(kind, NONE, bytes, 0, bytes.length);
  }

  /// The pair; `NONE` when there is none.
  int findPair(String key, String value) {
    int keyTerm = find(TermKind.KEY, key);
    byte[] bytes = value.getBytes(UTF_8);
    return keyTerm == NONE ? NONE : find(TermKind.PAIR, keyTerm, bytes, 0, bytes.length);
  }

  /// Whether some pair has the value.
  boolean knowsValue(String value) {
    byte[] bytes = value.getBytes(UTF_8);
    return keys.anyMatch(
        key ->
            kindOrNull(key) == TermKind.KEY
                && find(TermKind.PAIR, key, bytes, 0, bytes.length) != NONE);
  }

  /// The metric's term, made if need be; `NONE` when there is no memory. A term that is made and
  /// gets no use has to be dropped.
  int findOrAddMetric(byte[] bytes, int offset, int length) {
    return findOrAdd(TermKind.METRIC, NONE, bytes, offset, length);
  }

  /// The same for `key=value`; a pair uses its key.
  int findOrAddPair(byte[] bytes, int offset, int length, int keyLength) {
    int key = findOrAdd(TermKind.KEY, NONE, bytes, offset, keyLength);
    if (key == NONE) {
      return NONE;
    }
    int valueOffset = offset + keyLength + 1;
    int valueLength = length - keyLength - 1;
    int known = find(TermKind.PAIR, key, bytes, valueOffset, valueLength);
    if (known != NONE) {
      return known;
    }
    int pair = add(TermKind.PAIR, key, bytes, valueOffset, valueLength);
    if (pair == NONE) {
      dropUnused(key);
    } else {
      addUses(key, 1);
    }
    return pair;
  }

  void use(int term) {
    addUses(term, 1);
  }

  /// Series that have the term; of a key, pairs that have it.
  int uses(int term) {
    return field(term, USES);
  }

  /// Takes a use away. The term is gone with the last.
  void release(int term) {
    if (addUses(term, -1) == 0) {
      drop(term);
    }
  }

  /// Forgets the term if it has no use.
  void dropUnused(int term) {
    if (uses(term) == 0) {
      drop(term);
    }
  }

  /// The id of the key's term of a pair: the same for all pairs of a key.
  public int keyOf(int term) {
    return field(term, KEY);
  }

  /// The term's text: the metric, the key, or `key=value`.
  public String text(int term) {
    String text = value(term);
    return kind(term) == TermKind.PAIR ? value(keyOf(term)) + "=" + text : text;
  }

  /// The value of a pair.
  public String value(int pair) {
    return new String(bytes(pair), UTF_8);
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

  /// The UTF-8 of the term's text.
  public byte[] bytes(int term) {
    byte[] bytes = new byte[length(term)];
    copy(term, bytes, 0);
    return bytes;
  }

  /// Copies the term's bytes to the array. Returns how many they are.
  int copy(int term, byte[] into, int offset) {
    int length = length(term);
    if (length > 0) {
      int block = field(term, BYTES);
      MemorySegment.copy(
          blocks.segment(block), JAVA_BYTE, Blocks.offset(block), into, offset, length);
    }
    return length;
  }

  int length(int term) {
    return field(term, SHAPE) & LENGTH_MASK;
  }

  boolean startsWith(int term, byte[] prefix) {
    return length(term) >= prefix.length && equal(term, prefix, 0, prefix.length);
  }

  void close() {
    ids.close();
  }

  /// @param key of a pair
  private int find(TermKind kind, int key, byte[] bytes, int offset, int length) {
    return ids.find(
        hash(kind, key, bytes, offset, length),
        id ->
            field(id, SHAPE) == shape(kind, length)
                && (key == NONE || field(id, KEY) == key)
                && equal(id, bytes, offset, length));
  }

  private int findOrAdd(TermKind kind, int key, byte[] bytes, int offset, int length) {
    int known = find(kind, key, bytes, offset, length);
    return known != NONE ? known : add(kind, key, bytes, offset, length);
  }

  private int add(TermKind kind, int key, byte[] bytes, int offset, int length) {
    int term = free.take();
    MemorySegment page = records.pageForWriting(term);
    int block = page == null || length == 0 ? Blocks.NONE : blocks.allocate(length, Purpose.NAMES);
    if (page == null || (block == Blocks.NONE && length > 0)) {
      free.giveBack(term);
      return NONE;
    }
    if (length > 0) {
      long target = Blocks.offset(block);
      MemorySegment.copy(bytes, offset, blocks.segment(block), JAVA_BYTE, target, length);
    }
    long at = records.offset(term);
    page.set(JAVA_INT, at + BYTES, block);
    page.set(JAVA_INT, at + KEY, key == NONE ? term : key);
    page.set(JAVA_INT, at + SHAPE, shape(kind, length));
    ids.add(hash(kind, key, bytes, offset, length), term);
    limit = Math.max(limit, term + 1);
    if (kind == TermKind.KEY) {
      keys.add(term);
    }
    return term;
  }

  private void drop(int term) {
    TermKind kind = kind(term);
    ids.remove(hash(term), term);
    if (kind == TermKind.PAIR) {
      release(keyOf(term));
    } else if (kind == TermKind.KEY) {
      keys.remove(key -> kindOrNull(key) == TermKind.KEY);
    }
    int block = field(term, BYTES);
    int length = length(term);
    reclaimer.retire(
        () -> {
          if (length > 0) {
            blocks.free(block, length, Purpose.NAMES);
          }
          free.giveBack(term);
        });
  }

  private TermKind kind(int term) {
    return TermKind.of(field(term, SHAPE) >>> KIND_SHIFT);
  }

  /// Whether the term's first bytes are these.
  private boolean equal(int term, byte[] bytes, int offset, int length) {
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

  private long hash(int term) {
    byte[] bytes = bytes(term);
    TermKind kind = kind(term);
    return hash(kind, kind == TermKind.PAIR ? keyOf(term) : NONE, bytes, 0, bytes.length);
  }

  /// @param key of a pair, else `NONE`
  private static long hash(TermKind kind, int key, byte[] bytes, int offset, int length) {
    return NameHash.of(bytes, offset, length) + kind.code() + key * KEY_FACTOR;
  }
}
