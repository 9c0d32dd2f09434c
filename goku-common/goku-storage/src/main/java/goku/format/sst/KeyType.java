package goku.format.sst;

/// The first byte of a key: what the key is for. Keys of a bucket are sorted by it.
public enum KeyType {
  DICTIONARY(1),
  REVERSE(2),
  POSTINGS(3),
  KEY_POSTINGS(4),
  NAMES(5),
  COLUMN(6),
  DATA(7),
  MARKER(8);

  private final int code;

  KeyType(int code) {
    this.code = code;
  }

  /// The byte in the key.
  public int code() {
    return code;
  }
}
