package goku.testkit.s3;

/// What can go wrong with a request to S3.
public enum S3Fault {
  /// Refused with 403, nothing happens.
  DENIED,

  /// Answered 503, nothing happens.
  UNAVAILABLE,

  /// Done, but answered 503, as when the answer comes too late.
  ANSWER_LOST,

  /// The object that is read ends early; other requests are answered 503.
  CUT,

  /// Nothing comes for longer than clients wait; of an object that is read, after its first half.
  SILENT
}
