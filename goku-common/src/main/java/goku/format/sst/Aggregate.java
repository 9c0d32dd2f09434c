package goku.format.sst;

/// What the values of a data key are.
public enum Aggregate {
  RAW,
  SUM,
  COUNT,
  MIN,
  MAX;

  /// The byte in the key.
  public int code() {
    return ordinal();
  }
}
