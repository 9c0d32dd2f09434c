package goku.format.sst;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A builder and parser of the keys of one bucket. Thread-safe.
public final class SstKeys {
  /// Length of the prefix that all keys of a type and bucket share, in bytes.
  public static final int PREFIX_BYTES = 2 + 2 * Integer.BYTES;

  /// Offset of the text in a key of the dictionary.
  public static final int TEXT_OFFSET = PREFIX_BYTES + 1;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN)
          .withInvokeExactBehavior();
  private static final long MILLIS = 1000;
  private static final int MAX_TIER = 0xFF;
  private static final long MAX_SECONDS = 0xFFFF_FFFFL;
  private static final int METRIC = 0;
  private static final int PAIR = 1;
  private static final int TAG_KEY = 2;
  private static final int TAG_VALUE = 3;

  private final int tier;
  private final int startSeconds;
  private final int generation;

  /// @throws IllegalArgumentException when the bucket does not fit into a key
  public SstKeys(SstBucket bucket) {
    long seconds = bucket.startMillis() / MILLIS;
    if (bucket.tier() < 0
        || bucket.tier() > MAX_TIER
        || bucket.startMillis() % MILLIS != 0
        || seconds < 0
        || seconds > MAX_SECONDS
        || bucket.generation() < 0) {
      throw new IllegalArgumentException(
          "cannot make keys of %s: wanted a tier of 1 byte, whole seconds of 4 bytes, a generation >= 0"
              .formatted(bucket));
    }
    tier = bucket.tier();
    startSeconds = (int) seconds;
    generation = bucket.generation();
  }

  /// Returns the prefix of all keys of the type.
  public byte[] prefix(KeyType type) {
    return begin(type, 0);
  }

  /// Returns the dictionary key of a metric, or the prefix of the keys of metrics with that prefix.
  public byte[] metric(byte[] utf8) {
    return text(METRIC, utf8);
  }

  /// Returns the dictionary key of a `key=value`, or the prefix of the keys of pairs with that
  /// prefix.
  public byte[] pair(byte[] utf8) {
    return text(PAIR, utf8);
  }

  /// Returns the dictionary key of a tag key, or the prefix of the keys of tag keys with that
  /// prefix.
  public byte[] tagKey(byte[] utf8) {
    return text(TAG_KEY, utf8);
  }

  /// Returns the dictionary key of a tag value, or the prefix of the keys of values with that
  /// prefix.
  public byte[] tagValue(byte[] utf8) {
    return text(TAG_VALUE, utf8);
  }

  /// Returns the key of a term in the reverse dictionary.
  public byte[] term(int id) {
    byte[] key = begin(KeyType.REVERSE, Integer.BYTES);
    put(key, PREFIX_BYTES, id);
    return key;
  }

  /// Returns the key of the series of a metric that have a pair.
  public byte[] postings(int metric, int pair) {
    return two(KeyType.POSTINGS, metric, pair);
  }

  /// Returns the key of the special postings: the series of a metric that have a tag key.
  ///
  /// @param firstPair first pair of the tag key
  public byte[] keyPostings(int metric, int firstPair) {
    return two(KeyType.KEY_POSTINGS, metric, firstPair);
  }

  /// Returns the key of the names of up to 1024 series of a metric.
  ///
  /// @param firstSeries first series of the metric, plus a multiple of 1024
  public byte[] names(int metric, int firstSeries) {
    return two(KeyType.NAMES, metric, firstSeries);
  }

  public byte[] column(int number) {
    byte[] key = begin(KeyType.COLUMN, Integer.BYTES);
    put(key, PREFIX_BYTES, number);
    return key;
  }

  public byte[] data(Aggregate aggregate, int metric, int series) {
    byte[] key = begin(KeyType.DATA, 1 + 2 * Integer.BYTES);
    key[PREFIX_BYTES] = (byte) aggregate.code();
    put(key, PREFIX_BYTES + 1, metric);
    put(key, PREFIX_BYTES + 1 + Integer.BYTES, series);
    return key;
  }

  public byte[] marker() {
    return begin(KeyType.MARKER, 0);
  }

  /// Returns whether the key belongs to this bucket and type.
  public boolean has(byte[] key, KeyType type) {
    byte[] prefix = prefix(type);
    return key.length >= PREFIX_BYTES
        && Arrays.equals(key, 0, PREFIX_BYTES, prefix, 0, PREFIX_BYTES);
  }

  /// Returns the smallest key after all keys with the prefix. The prefix must not be all `0xFF`.
  public static byte[] behind(byte[] prefix) {
    int last = prefix.length - 1;
    while (prefix[last] == -1) {
      last--;
    }
    byte[] behind = Arrays.copyOf(prefix, last + 1);
    behind[last]++;
    return behind;
  }

  /// Returns the last number of a key that has one: a term, pair, series or column.
  public static int lastNumber(byte[] key) {
    return (int) INT.get(key, key.length - Integer.BYTES);
  }

  /// Returns the metric of a key, which is the number before the last. The key must have one.
  public static int metricOf(byte[] key) {
    return (int) INT.get(key, key.length - 2 * Integer.BYTES);
  }

  /// Returns the text of a key of the dictionary.
  public static byte[] textOf(byte[] key) {
    return Arrays.copyOfRange(key, TEXT_OFFSET, key.length);
  }

  private byte[] begin(KeyType type, int more) {
    byte[] key = new byte[PREFIX_BYTES + more];
    key[0] = (byte) type.code();
    key[1] = (byte) tier;
    put(key, 2, startSeconds);
    put(key, 2 + Integer.BYTES, generation);
    return key;
  }

  private byte[] text(int kind, byte[] utf8) {
    byte[] key = begin(KeyType.DICTIONARY, 1 + utf8.length);
    key[PREFIX_BYTES] = (byte) kind;
    System.arraycopy(utf8, 0, key, TEXT_OFFSET, utf8.length);
    return key;
  }

  private byte[] two(KeyType type, int first, int second) {
    byte[] key = begin(type, 2 * Integer.BYTES);
    put(key, PREFIX_BYTES, first);
    put(key, PREFIX_BYTES + Integer.BYTES, second);
    return key;
  }

  private static void put(byte[] key, int at, int value) {
    INT.set(key, at, value);
  }
}
