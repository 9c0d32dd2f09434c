package goku.http.answer;

/// The end of a request.
public enum Outcome {
  /// The last byte of the answer was sent.
  SENT,
  /// The client left before.
  ABANDONED,
  /// The body failed after the status line was sent, so the connection was broken off.
  BROKEN
}
