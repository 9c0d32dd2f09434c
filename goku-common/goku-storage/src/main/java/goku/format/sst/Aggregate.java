package goku.format.sst;

/// The kind of values of a data key.
public enum Aggregate {
  RAW(0),
  SUM(1),
  COUNT(2),
  MIN(3),
  MAX(4);

  private final int code;

  Aggregate(int code) {
    this.code = code;
  }

  /// Returns the byte in the key.
  public int code() {
    return code;
  }
}
