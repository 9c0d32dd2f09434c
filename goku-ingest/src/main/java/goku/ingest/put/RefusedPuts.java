package goku.ingest.put;

/// The answer to a put over HTTP with refused datapoints.
public enum RefusedPuts {
  /// An error. Some clients then send the whole put again and again, and nothing after it.
  ERROR,

  /// The answer of a put without refused datapoints. The rejected topic keeps these.
  ACCEPT
}
