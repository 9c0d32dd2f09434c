package goku.ingest.parse;

import goku.model.NameHash;

/// The tags of a series as they stand in its canonical name, from the blank behind the metric on,
/// and their hash. Immutable.
final class CanonicalTags {
  static final CanonicalTags NONE = new CanonicalTags(new byte[0]);

  private final byte[] bytes;
  private final long hash;

  /// Takes the array over.
  CanonicalTags(byte[] bytes) {
    this.bytes = bytes;
    hash = NameHash.of(bytes);
  }

  /// Never changed, and the same array for datapoints in a row with the same tags.
  byte[] bytes() {
    return bytes;
  }

  long hash() {
    return hash;
  }
}
