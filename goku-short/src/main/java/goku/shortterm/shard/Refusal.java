package goku.shortterm.shard;

/// Why a shard does not take a datapoint; each is counted.
public enum Refusal {
  /// Older than the namespace's memory TTL.
  EXPIRED("expired"),
  /// In a window after the next one.
  FUTURE("future"),
  /// The node's memory budget is used up.
  MEMORY("memory"),
  /// The first of a new series, of a metric or in a shard that has as many as it may.
  CARDINALITY("cardinality"),
  /// Not a canonical name.
  NAME("name");

  private final String tag;

  Refusal(String tag) {
    this.tag = tag;
  }

  /// The value of the metric's tag `reason`.
  public String tag() {
    return tag;
  }
}
