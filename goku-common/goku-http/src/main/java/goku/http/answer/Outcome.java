package goku.http.answer;

/// What became of a request.
public enum Outcome {
  /// The last byte of the answer has left.
  SENT,
  /// The client went away before that.
  ABANDONED,
  /// The body failed after the status line had gone out, so that the connection had to be broken.
  BROKEN
}
