package goku.integration.cluster.load;

/// A verdict on an answer.
///
/// @param reason why it is not correct; empty if it is
record Verdict(Kind kind, String reason) {
  /// The kinds of verdicts.
  public enum Kind {
    /// All that was acknowledged, and nothing else.
    RIGHT,
    /// Says itself that something may be missing.
    MARKED,
    /// An error, or no answer.
    FAILED,
    /// The answer differs from the known data without a mark.
    WRONG
  }
}
