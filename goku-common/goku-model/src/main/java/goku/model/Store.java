package goku.model;

/// The stores of datapoints, the faster one first.
public enum Store {
  /// GokuS: the last hours, in memory.
  SHORT_TERM("short"),
  /// GokuL: older data, on disk.
  LONG_TERM("long");

  private final String label;

  Store(String label) {
    this.label = label;
  }

  /// Returns the name used in commands and messages: `short` or `long`.
  public String label() {
    return label;
  }
}
