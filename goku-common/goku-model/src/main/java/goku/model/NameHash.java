package goku.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/// The 64-bit hashes of names, by XXH3. The hash of a series decides its shard (section 4.2 of the
/// paper) and is the key of the forward index. The hashes must never change, and a golden test
/// checks them.
///
/// The hash of a series combines two other hashes. Ingestors can cache these, because agents send
/// many metrics with the same tags.
///
/// | hash | input |
/// | ---- | ----- |
/// | of a metric, of a component | its UTF-8 |
/// | of tags | the canonical name after the metric, including the blank in front; may be empty |
/// | of a series | the hashes of its metric and of its tags, 8 bytes each, little-endian |
///
/// Thread-safe.
public final class NameHash {
  private static final Hasher64 XXH3 = Hashing.xxh3_64();

  private NameHash() {}

  /// Returns the hash of a word or of tags.
  public static long of(byte[] bytes, int offset, int length) {
    return XXH3.hashBytesToLong(bytes, offset, length);
  }

  /// Returns the hash of a word or of tags.
  public static long of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /// Returns the hash of a series from those of its metric and tags.
  public static long ofSeries(long metricHash, long tagsHash) {
    return XXH3.hashLongLongToLong(metricHash, tagsHash);
  }
}
