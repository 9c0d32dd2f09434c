package goku.testkit.s3;

/// The faults of a request to S3.
public enum S3Fault {
  /// The request is rejected with 403 and has no effect.
  DENIED,

  /// The request is answered by 503 and has no effect.
  UNAVAILABLE,

  /// Done, but answered 503, as when the answer comes too late.
  ANSWER_LOST,

  /// The object that is read ends early; other requests are answered 503.
  CUT,

  /// Nothing comes for longer than clients wait; of an object that is read, after its first half.
  SILENT
}
