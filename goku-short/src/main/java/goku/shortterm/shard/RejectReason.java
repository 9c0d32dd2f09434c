package goku.shortterm.shard;

/// The reason why a shard rejects a datapoint. Rejected datapoints are counted by reason.
public enum RejectReason {
  /// Older than the namespace's memory TTL.
  EXPIRED("expired"),
  /// The datapoint is in a window after the next one.
  FUTURE("future"),
  /// The name is not canonical.
  NAME("name");

  private final String tag;

  RejectReason(String tag) {
    this.tag = tag;
  }

  /// Returns the value of the metric's tag `reason`.
  public String tag() {
    return tag;
  }
}
