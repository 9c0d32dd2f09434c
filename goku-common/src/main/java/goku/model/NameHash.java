package goku.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/// The 64-bit hash of names: XXH3 of their bytes. It decides the shard (section 4.2 of the paper)
/// and is the key of the forward index, so it never changes; a golden test holds it. Thread-safe.
public final class NameHash {
  private static final Hasher64 XXH3 = Hashing.xxh3_64();

  private NameHash() {}

  public static long of(byte[] bytes, int offset, int length) {
    return XXH3.hashBytesToLong(bytes, offset, length);
  }

  public static long of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }
}
