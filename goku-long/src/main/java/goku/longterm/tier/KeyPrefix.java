package goku.longterm.tier;

import goku.format.sst.SstBucket;
import java.nio.ByteBuffer;

/// What all keys of one type of a bucket begin with; the table is in the description of
/// goku.format.sst.
///
/// @param type of the keys
record KeyPrefix(int type, SstBucket bucket) {
  static final int BYTES = 10;
  static final int FIRST_TYPE = 1;

  /// The type of the one key that makes a bucket visible. No type comes behind it.
  static final int MARKER_TYPE = 8;

  private static final long MILLIS = 1000;

  /// The prefix of a key, which may be longer.
  ///
  /// @throws StoreException when the key is shorter than a prefix
  static KeyPrefix of(byte[] key) {
    if (key.length < BYTES) {
      throw new StoreException("a key of %d bytes is none of ours".formatted(key.length));
    }
    ByteBuffer bytes = ByteBuffer.wrap(key);
    int type = Byte.toUnsignedInt(bytes.get());
    int tier = Byte.toUnsignedInt(bytes.get());
    long start = Integer.toUnsignedLong(bytes.getInt()) * MILLIS;
    return new KeyPrefix(type, new SstBucket(tier, start, bytes.getInt()));
  }

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .put((byte) type)
        .put((byte) bucket.tier())
        .putInt((int) (bucket.startMillis() / MILLIS))
        .putInt(bucket.generation())
        .array();
  }

  /// The first key behind all that begin with this.
  byte[] end() {
    return new KeyPrefix(
            type, new SstBucket(bucket.tier(), bucket.startMillis(), bucket.generation() + 1))
        .toBytes();
  }
}
