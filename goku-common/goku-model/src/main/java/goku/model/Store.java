package goku.model;

/// The stores of datapoints, the faster one first.
public enum Store {
  /// GokuS: the last hours, in memory.
  SHORT_TERM,
  /// GokuL: older data, on disk.
  LONG_TERM
}
