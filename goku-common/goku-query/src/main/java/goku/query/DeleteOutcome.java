package goku.query;

/// What became of a delete of what lies on disk.
public enum DeleteOutcome {
  /// No call that begins later sees what it is about.
  DONE,
  /// It is written down and will be applied, but somebody who may be asked has not answered.
  LATE,
  /// Refused, nothing was done: the shard has as many deletes in force as it takes.
  TOO_MANY
}
