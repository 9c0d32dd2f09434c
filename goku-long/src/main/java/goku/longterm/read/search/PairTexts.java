package goku.longterm.read.search;

import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.longterm.read.access.ValueCursor;
import org.jspecify.annotations.Nullable;

/// A reader of texts of pairs, `key=value`, from the reverse dictionary of a bucket. Owned by one
/// thread.
final class PairTexts {
  private final BucketDb bucket;
  private final NativeBuffer buffer;
  private @Nullable ValueCursor cursor;

  PairTexts(BucketDb bucket, NativeBuffer buffer) {
    this.bucket = bucket;
    this.buffer = buffer;
  }

  /// Returns the UTF-8 text. Fastest in ascending order of pairs.
  ///
  /// @throws goku.format.CorruptException when the dictionary lacks the pair
  byte[] text(int pair) {
    ValueCursor terms = cursor == null ? open() : cursor;
    byte[] text = terms.bytes(pair);
    if (text == null) {
      throw bucket.missing(terms.key(pair));
    }
    return text;
  }

  private ValueCursor open() {
    ValueCursor opened =
        new ValueCursor(bucket, bucket.keys().term(0), SstKeys.PREFIX_BYTES, 1, buffer);
    cursor = opened;
    return opened;
  }
}
