package goku.shortterm.shard;

/// The reason why a shard rejects a datapoint. Rejected datapoints are counted by reason.
public enum RejectReason {
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

  RejectReason(String tag) {
    this.tag = tag;
  }

  /// The value of the metric's tag `reason`.
  public String tag() {
    return tag;
  }
}
