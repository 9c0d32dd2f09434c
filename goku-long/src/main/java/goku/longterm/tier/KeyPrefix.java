package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import java.nio.ByteBuffer;

/// The common beginning of all keys of one type of a bucket.
///
/// @param type code of a `KeyType`, or a number of a later version
record KeyPrefix(int type, SstBucket bucket) {
  private static final long MILLIS = 1000;

  /// Returns the prefix of a key.
  ///
  /// @throws StoreException when the key is shorter than a prefix
  static KeyPrefix of(byte[] key) {
    if (key.length < SstKeys.PREFIX_BYTES) {
      throw new StoreException(
          "cannot read a key of %d bytes: shorter than the prefix of a bucket"
              .formatted(key.length));
    }
    ByteBuffer bytes = ByteBuffer.wrap(key);
    int type = Byte.toUnsignedInt(bytes.get());
    int tier = Byte.toUnsignedInt(bytes.get());
    long start = Integer.toUnsignedLong(bytes.getInt()) * MILLIS;
    return new KeyPrefix(type, new SstBucket(tier, start, bytes.getInt()));
  }
}
