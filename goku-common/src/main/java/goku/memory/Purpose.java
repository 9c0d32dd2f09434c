package goku.memory;

/// What memory is used for; the bytes of each are exported.
public enum Purpose {
  /// The bytes of name components and the component ids of each series.
  NAMES,
  /// The record of each series, and the tables that lead from a bucket to its streams.
  SERIES,
  /// Encoded datapoints with their headers.
  STREAMS,
  /// Hash tables and postings; these live on the heap.
  INDEX
}
