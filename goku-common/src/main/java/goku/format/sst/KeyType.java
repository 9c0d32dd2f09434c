package goku.format.sst;

/// The first byte of a key: what the key is for. Keys of a bucket are sorted by it.
public enum KeyType {
  DICTIONARY,
  REVERSE,
  POSTINGS,
  KEY_POSTINGS,
  NAMES,
  COLUMN,
  DATA,
  MARKER;

  /// The byte in the key.
  public int code() {
    return ordinal() + 1;
  }
}
