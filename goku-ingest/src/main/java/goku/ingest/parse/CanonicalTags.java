package goku.ingest.parse;

import goku.model.NameHash;

/// The tags of a series as in its canonical name, from the space after the metric on, and their
/// hash. Immutable.
final class CanonicalTags {
  static final CanonicalTags NONE = new CanonicalTags(new byte[0]);

  private final byte[] bytes;
  private final long hash;

  /// Takes ownership of the array.
  CanonicalTags(byte[] bytes) {
    this.bytes = bytes;
    hash = NameHash.of(bytes);
  }

  /// Returns the bytes, which never change. Consecutive datapoints with the same tags share the
  /// array.
  byte[] bytes() {
    return bytes;
  }

  long hash() {
    return hash;
  }
}
