package goku.root.admission;

/// The outcome of the admission of a query: the tag `outcome` of the metric `goku.root.admission`.
enum AdmissionOutcome {
  AT_ONCE("at-once"),
  /// Admitted after waiting in the queue.
  WAITED("waited"),
  /// Rejected: over the rate of all clients.
  RATE("rate"),
  /// Rejected: over the rate of its client.
  CLIENT_RATE("client-rate"),
  /// Admitted, but rejected before any node was called: over the rate of one of its metrics.
  METRIC_RATE("metric-rate"),
  /// Rejected: over the rate that the auth file sets for its user or token.
  QUOTA("quota"),
  /// Rejected: the queue was full.
  QUEUE_FULL("queue-full"),
  /// Rejected: the query timed out in the queue.
  TOO_LATE("too-late"),
  /// The client disconnected while the query was queued.
  GONE("gone");

  private final String tag;

  AdmissionOutcome(String tag) {
    this.tag = tag;
  }

  String tag() {
    return tag;
  }
}
