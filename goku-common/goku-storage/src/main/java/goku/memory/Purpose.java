package goku.memory;

/// The purposes of memory. The bytes of each purpose are exported as a metric.
public enum Purpose {
  /// The bytes of name components and the component ids of each series.
  NAMES("names"),
  /// The record of each series, and the tables that map the series of a bucket to their streams.
  SERIES("series"),
  /// Encoded datapoints with their headers.
  STREAMS("streams"),
  /// Aggregates made during ingestion, for metrics that have a rule.
  PRE_AGGREGATES("pre-aggregates"),
  /// Files of finalized buckets, memory-mapped. The operating system can drop and reread their
  /// pages, so they are not part of the budget.
  FINALIZED("finalized"),
  /// Hash tables and postings, which are on the heap.
  INDEX("index");

  private final String tag;

  Purpose(String tag) {
    this.tag = tag;
  }

  /// Returns the value of the metric's tag `purpose`.
  public String tag() {
    return tag;
  }
}
