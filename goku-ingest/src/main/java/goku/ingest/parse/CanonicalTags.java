package goku.ingest.parse;

import goku.model.NameHash;

/// The tags of a series as they stand in its canonical name, from the blank behind the metric on.
///
/// @param bytes never changed, and the same array for datapoints in a row with the same tags
record CanonicalTags(byte[] bytes, long hash) {
  static final CanonicalTags NONE = of(new byte[0]);

  static CanonicalTags of(byte[] bytes) {
    return new CanonicalTags(bytes, NameHash.of(bytes));
  }
}
