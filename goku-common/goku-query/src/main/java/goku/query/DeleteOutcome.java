package goku.query;

/// The outcome of deleting datapoints on disk.
public enum DeleteOutcome {
  /// No call that begins later sees the deleted datapoints.
  DONE,
  /// The delete is recorded and will be applied, but an available replica has not confirmed.
  LATE,
  /// Rejected without effect: the shard already has the maximum number of active deletes.
  TOO_MANY
}
