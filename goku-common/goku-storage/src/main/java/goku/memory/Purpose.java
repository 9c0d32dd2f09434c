package goku.memory;

/// What memory is used for; the bytes of each are exported.
public enum Purpose {
  /// The bytes of name components and the component ids of each series.
  NAMES("names"),
  /// The record of each series, and the tables that lead from a bucket to its streams.
  SERIES("series"),
  /// Encoded datapoints with their headers.
  STREAMS("streams"),
  /// What is aggregated while it is written, for metrics that have a rule.
  PRE_AGGREGATES("pre-aggregates"),
  /// Files of finalized buckets, mapped: pages that the system can drop and read again. Not part of
  /// the budget.
  FINALIZED("finalized"),
  /// Hash tables and postings; these live on the heap.
  INDEX("index");

  private final String tag;

  Purpose(String tag) {
    this.tag = tag;
  }

  /// The value of the metric's tag `purpose`.
  public String tag() {
    return tag;
  }
}
