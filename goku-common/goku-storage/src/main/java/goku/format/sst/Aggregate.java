package goku.format.sst;

/// What the values of a data key are.
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

  /// The byte in the key.
  public int code() {
    return code;
  }
}
