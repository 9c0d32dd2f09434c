package goku.format.sst;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Makes the keys of one bucket, and takes keys apart. Thread-safe.
public final class SstKeys {
  /// What all keys of a type and bucket begin with has so many bytes.
  public static final int PREFIX_BYTES = 2 + 2 * Integer.BYTES;

  /// A key of the dictionary has its text from here on.
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
          "%s, wanted a tier of one byte, a start in whole seconds of four bytes, a generation from 0 on"
              .formatted(bucket));
    }
    tier = bucket.tier();
    startSeconds = (int) seconds;
    generation = bucket.generation();
  }

  /// What all keys of the type begin with.
  public byte[] prefix(KeyType type) {
    return begin(type, 0);
  }

  /// Of a metric in the dictionary; also what the keys of metrics with that prefix begin with.
  public byte[] metric(byte[] utf8) {
    return text(METRIC, utf8);
  }

  /// Of a pair, `key=value`, in the dictionary; also what those with that prefix begin with.
  public byte[] pair(byte[] utf8) {
    return text(PAIR, utf8);
  }

  /// Of a tag key in the dictionary; also what those with that prefix begin with.
  public byte[] tagKey(byte[] utf8) {
    return text(TAG_KEY, utf8);
  }

  /// Of a tag value in the dictionary; also what those with that prefix begin with.
  public byte[] tagValue(byte[] utf8) {
    return text(TAG_VALUE, utf8);
  }

  /// Of a term in the reverse dictionary.
  public byte[] term(int id) {
    byte[] key = begin(KeyType.REVERSE, Integer.BYTES);
    put(key, PREFIX_BYTES, id);
    return key;
  }

  /// Of the series of a metric that have a pair.
  public byte[] postings(int metric, int pair) {
    return two(KeyType.POSTINGS, metric, pair);
  }

  /// Of the special postings: which series of a metric have a tag key.
  ///
  /// @param firstPair first pair of the tag key
  public byte[] keyPostings(int metric, int firstPair) {
    return two(KeyType.KEY_POSTINGS, metric, firstPair);
  }

  /// Of the names of up to 1024 series of a metric.
  ///
  /// @param firstSeries of the metric, or 1024 or a multiple of it behind that
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

  /// Whether the key is of this bucket and type.
  public boolean has(byte[] key, KeyType type) {
    byte[] prefix = prefix(type);
    return key.length >= PREFIX_BYTES
        && Arrays.equals(key, 0, PREFIX_BYTES, prefix, 0, PREFIX_BYTES);
  }

  /// The least key that is behind all that begin with the prefix, which is not all `0xFF`.
  public static byte[] behind(byte[] prefix) {
    int last = prefix.length - 1;
    while (prefix[last] == -1) {
      last--;
    }
    byte[] behind = Arrays.copyOf(prefix, last + 1);
    behind[last]++;
    return behind;
  }

  /// The last number of a key: of a term, pair, series or column. The key has one.
  public static int lastNumber(byte[] key) {
    return (int) INT.get(key, key.length - Integer.BYTES);
  }

  /// The number before the last: the metric. The key has one.
  public static int metricOf(byte[] key) {
    return (int) INT.get(key, key.length - 2 * Integer.BYTES);
  }

  /// The text of a key of the dictionary.
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
