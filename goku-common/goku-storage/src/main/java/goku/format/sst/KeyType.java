package goku.format.sst;

/// The type of a key, which is its first byte. The keys of a bucket are sorted by type.
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

  /// Returns the byte in the key.
  public int code() {
    return code;
  }
}
