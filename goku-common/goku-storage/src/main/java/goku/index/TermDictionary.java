package goku.index;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Reclaimer;
import goku.model.NameHash;
import goku.model.NameText;
import org.jspecify.annotations.Nullable;

/// The name components of a shard, each stored once (section 6.1 of the paper). A term id is reused
/// some time after the last series with the term was removed. One writer. Readers hold a pin.
public final class TermDictionary {
  public static final int NONE = -1;

  /// The id of the list of all series in the postings. Term ids are greater.
  static final int ALL_SERIES = 0;

  /// The largest length of a component in bytes.
  static final int MAX_BYTES = TermRecords.MAX_BYTES;

  /// A factor that spreads the hashes of pairs with the same value.
  private static final long KEY_FACTOR = 0xC2B2AE3D27D4EB4FL;

  private final Reclaimer reclaimer;
  private final TermRecords records;
  private final HashTable ids;
  private final TermKeys keys = new TermKeys();
  private final RecentKeys recentKeys = new RecentKeys();
  private final FreeNumbers free = new FreeNumbers(ALL_SERIES + 1);

  /// A buffer for the bytes of one term at a time, when the table requests hashes.
  private byte[] scratch = new byte[256];

  /// A number above all term ids handed out so far. Written after the term.
  private volatile int limit = ALL_SERIES + 1;

  TermDictionary(Blocks blocks, MemoryUse use, Reclaimer reclaimer) {
    this.reclaimer = reclaimer;
    records = new TermRecords(blocks);
    ids = new HashTable(use, this::hash);
  }

  /// Returns the metric or the key with this text, or `NONE`.
  int find(TermKind kind, String text) {
    byte[] bytes = NameText.bytes(text);
    return find(kind, NONE, bytes, 0, bytes.length);
  }

  /// Returns the pair, or `NONE`.
  int findPair(String key, String value) {
    int keyTerm = find(TermKind.KEY, key);
    byte[] bytes = NameText.bytes(value);
    return keyTerm == NONE ? NONE : find(TermKind.PAIR, keyTerm, bytes, 0, bytes.length);
  }

  /// Returns whether any pair has the value.
  boolean knowsValue(String value) {
    byte[] bytes = NameText.bytes(value);
    return keys.anyMatch(
        key -> isKey(key) && find(TermKind.PAIR, key, bytes, 0, bytes.length) != NONE);
  }

  /// Returns the term of the metric, creating the term if needed. Returns `NONE` when memory is
  /// full. A new term has no use yet: the caller must add one or drop the term.
  int findOrAddMetric(byte[] bytes, int offset, int length) {
    return findOrAdd(TermKind.METRIC, NONE, bytes, offset, length);
  }

  /// Returns the term of the pair `key=value` like `findOrAddMetric`. A pair uses its key.
  int findOrAddPair(byte[] bytes, int offset, int length, int keyLength) {
    int key = findOrAddKey(bytes, offset, keyLength);
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
      use(key);
    }
    return pair;
  }

  void use(int term) {
    records.addUses(term, 1);
  }

  /// Returns the number of series that have the term, or for a key the number of its pairs.
  int uses(int term) {
    return records.uses(term);
  }

  /// Removes a use. The last one removes the term.
  void release(int term) {
    if (records.addUses(term, -1) == 0) {
      drop(term);
    }
  }

  /// Removes the term if it has no use.
  void dropUnused(int term) {
    if (uses(term) == 0) {
      drop(term);
    }
  }

  /// Returns the id of the term of a pair's key, which all pairs of the key share.
  public int keyOf(int term) {
    return records.key(term);
  }

  /// Returns the text of the term: the metric, the key, or `key=value`.
  public String text(int term) {
    String text = value(term);
    return records.kind(term) == TermKind.PAIR ? value(keyOf(term)) + "=" + text : text;
  }

  /// Returns the value of a pair.
  public String value(int pair) {
    return NameText.text(bytes(pair));
  }

  /// Returns the hash of the UTF-8 of a pair's value.
  public long hashOfValue(int pair) {
    return NameHash.of(bytes(pair));
  }

  int limit() {
    return limit;
  }

  /// Returns the kind of the term, or null if the term does not exist.
  @Nullable TermKind kindOrNull(int term) {
    return records.kindOrNull(term);
  }

  /// Returns the text of a metric or a key, or the value of a pair.
  byte[] bytes(int term) {
    return records.bytes(term);
  }

  /// Copies the result of `bytes` to the array.
  void copy(int term, byte[] into, int offset) {
    records.copy(term, into, offset);
  }

  /// Returns the length of `bytes`.
  int length(int term) {
    return records.length(term);
  }

  boolean startsWith(int term, byte[] prefix) {
    return records.length(term) >= prefix.length
        && records.startsWith(term, prefix, 0, prefix.length);
  }

  void close() {
    ids.close();
  }

  private boolean isKey(int term) {
    return kindOrNull(term) == TermKind.KEY;
  }

  private int findOrAddKey(byte[] bytes, int offset, int length) {
    int recent = recentKeys.find(bytes, offset, length);
    if (recent != NONE) {
      return recent;
    }
    int key = findOrAdd(TermKind.KEY, NONE, bytes, offset, length);
    if (key != NONE) {
      recentKeys.put(bytes, offset, length, key);
    }
    return key;
  }

  private int findOrAdd(TermKind kind, int key, byte[] bytes, int offset, int length) {
    int known = find(kind, key, bytes, offset, length);
    return known != NONE ? known : add(kind, key, bytes, offset, length);
  }

  /// @param key the key of a pair, else `NONE`
  private int find(TermKind kind, int key, byte[] bytes, int offset, int length) {
    return ids.find(
        hash(kind, key, bytes, offset, length),
        id -> records.is(id, kind, key, bytes, offset, length));
  }

  private int add(TermKind kind, int key, byte[] bytes, int offset, int length) {
    int term = free.take();
    if (!records.add(term, kind, key == NONE ? term : key, bytes, offset, length)) {
      free.giveBack(term);
      return NONE;
    }
    ids.add(hash(kind, key, bytes, offset, length), term);
    limit = Math.max(limit, term + 1);
    if (kind == TermKind.KEY) {
      keys.add(term);
    }
    return term;
  }

  private void drop(int term) {
    ids.remove(hash(term), term);
    switch (records.kind(term)) {
      case METRIC -> {}
      case KEY -> {
        keys.remove(this::isKey);
        recentKeys.clear();
      }
      case PAIR -> release(keyOf(term));
    }
    reclaimer.retire(
        () -> {
          records.free(term);
          free.giveBack(term);
        });
  }

  /// Returns the hash of an existing term. Writer only.
  private long hash(int term) {
    int length = length(term);
    if (length > scratch.length) {
      scratch = new byte[length];
    }
    copy(term, scratch, 0);
    TermKind kind = records.kind(term);
    return hash(kind, kind == TermKind.PAIR ? keyOf(term) : NONE, scratch, 0, length);
  }

  private static long hash(TermKind kind, int key, byte[] bytes, int offset, int length) {
    return NameHash.of(bytes, offset, length) + kind.code() + key * KEY_FACTOR;
  }
}
