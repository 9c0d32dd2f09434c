package goku.longterm.read.access;

import goku.format.sst.SstKeys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/// A cursor over values whose keys end with a number: of four bytes or, if a metric's number
/// precedes it, of eight. Close ascending numbers are read by an iterator that steps to the next
/// key, others by gets. Owned by one thread.
public final class ValueCursor {
  /// The number of keys whose iteration takes about as long as one seek.
  private static final int NEAR = 16;

  private static final long NOWHERE = Long.MIN_VALUE;

  private final BucketDb bucket;
  private final NativeBuffer buffer;
  private final byte[] template;
  private final int prefixBytes;
  private final int stride;
  private final ByteBuffer key;
  private @Nullable RocksIterator iterator;

  /// The number at the iterator: the largest long at the end, the smallest before its first use. No
  /// key exists between `absentFrom` and it, both exclusive.
  private long position = NOWHERE;

  private long absentFrom = NOWHERE;

  /// The last requested number.
  private long last = NOWHERE;

  /// @param template key of any number
  /// @param prefixBytes bytes before the number
  /// @param stride difference of consecutive numbers
  /// @param buffer destination of values
  public ValueCursor(
      BucketDb bucket, byte[] template, int prefixBytes, int stride, NativeBuffer buffer) {
    this.bucket = bucket;
    this.buffer = buffer;
    this.template = template;
    this.prefixBytes = prefixBytes;
    this.stride = stride;
    key = ByteBuffer.allocateDirect(template.length).put(template);
  }

  /// Returns a number of eight bytes.
  public static long number(int metric, int series) {
    return (long) metric << Integer.SIZE | series;
  }

  /// Returns the value of a number, or null if there is none.
  public byte @Nullable [] bytes(long number) {
    int length = read(number, 0);
    return length < 0 ? null : buffer.copy(0, length);
  }

  /// Copies the value of a number to the buffer from an offset on. Returns its length; -1 if there
  /// is none.
  public int read(long number, int at) {
    boolean follows = isNear(last, number);
    last = number;
    return follows ? step(number, at) : get(number, at);
  }

  public byte[] key(long number) {
    byte[] whole = new byte[template.length];
    keyOf(number).get(0, whole);
    return whole;
  }

  private boolean isNear(long before, long number) {
    return before != NOWHERE && number > before && number - before <= (long) NEAR * stride;
  }

  private int get(long number, int at) {
    try {
      int length = get(number, buffer.from(at));
      if (length > buffer.from(at).remaining()) {
        buffer.ensureRoom(at, length);
        length = get(number, buffer.from(at));
      }
      return length == RocksDB.NOT_FOUND ? -1 : length;
    } catch (RocksDBException e) {
      throw bucket.failed(e);
    }
  }

  private int get(long number, ByteBuffer into) throws RocksDBException {
    return bucket.db().get(bucket.reads().gets(), keyOf(number), into);
  }

  private int step(long number, int at) {
    RocksIterator found = iterator == null ? open() : iterator;
    if (number <= absentFrom || number > position) {
      if (isNear(position, number)) {
        do {
          found.next();
          position = numberOf(found);
        } while (position < number);
      } else {
        found.seek(keyOf(number));
        position = numberOf(found);
      }
    }
    absentFrom = number - 1;
    return position == number ? value(found, at) : -1;
  }

  private int value(RocksIterator found, int at) {
    int length = found.value(buffer.from(at));
    if (length > buffer.from(at).remaining()) {
      buffer.ensureRoom(at, length);
      length = found.value(buffer.from(at));
    }
    return length;
  }

  private long numberOf(RocksIterator found) {
    if (!bucket.isValid(found)) {
      return Long.MAX_VALUE;
    }
    found.key(key.clear());
    return template.length - prefixBytes == Long.BYTES
        ? key.getLong(prefixBytes)
        : Integer.toUnsignedLong(key.getInt(prefixBytes));
  }

  private RocksIterator open() {
    byte[] prefix = Arrays.copyOf(template, prefixBytes);
    RocksIterator opened = bucket.reads().iterator(bucket.db(), SstKeys.behind(prefix));
    iterator = opened;
    return opened;
  }

  /// Returns the key buffer filled with the key of a number.
  private ByteBuffer keyOf(long number) {
    key.clear().put(0, template, 0, prefixBytes);
    return template.length - prefixBytes == Long.BYTES
        ? key.putLong(prefixBytes, number)
        : key.putInt(prefixBytes, (int) number);
  }
}
