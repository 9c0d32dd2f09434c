package goku.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/// The 64-bit hashes of names, by XXH3. That of a series decides its shard (section 4.2 of the
/// paper) and is the key of the forward index, so they never change; a golden test holds them.
///
/// A series' hash is made of two others, which an ingestor need not count anew for each datapoint:
/// agents send many metrics with the same tags.
///
/// | hash | of what |
/// | ---- | ------- |
/// | of a metric, of a component | its UTF-8 |
/// | of tags | the canonical name behind the metric, with the blank that it begins with; may be empty |
/// | of a series | the hashes of its metric and of its tags, 8 bytes each, little-endian |
///
/// Thread-safe.
public final class NameHash {
  private static final Hasher64 XXH3 = Hashing.xxh3_64();

  private NameHash() {}

  /// Of a word, or of tags.
  public static long of(byte[] bytes, int offset, int length) {
    return XXH3.hashBytesToLong(bytes, offset, length);
  }

  /// Of a word, or of tags.
  public static long of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /// Of the series with a metric and tags of these hashes.
  public static long ofSeries(long metricHash, long tagsHash) {
    return XXH3.hashLongLongToLong(metricHash, tagsHash);
  }
}
