package goku.model;

/// Who keeps datapoints, the quicker one first.
public enum Store {
  /// GokuS: the last hours, in memory.
  SHORT_TERM,
  /// GokuL: what is older, on disk.
  LONG_TERM
}
