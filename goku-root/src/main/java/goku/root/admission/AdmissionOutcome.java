package goku.root.admission;

/// What became of a query that wanted in; the tag `outcome` of the metric `goku.root.admission`.
enum AdmissionOutcome {
  AT_ONCE("at-once"),
  /// Let in after its turn had come.
  WAITED("waited"),
  /// Refused, over the rate of all clients.
  RATE("rate"),
  /// Refused, over the rate of its client.
  CLIENT_RATE("client-rate"),
  /// Let in, and refused before anything was asked: over the rate of a metric that it asks for.
  METRIC_RATE("metric-rate"),
  /// Refused, over the rate that the auth file gives its user or token.
  QUOTA("quota"),
  /// Refused, because too many waited.
  QUEUE_FULL("queue-full"),
  /// Refused, because its time was over before its turn came.
  TOO_LATE("too-late"),
  /// The client went away while it waited.
  GONE("gone");

  private final String tag;

  AdmissionOutcome(String tag) {
    this.tag = tag;
  }

  String tag() {
    return tag;
  }
}
