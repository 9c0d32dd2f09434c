package goku.integration.cluster.load;

/// What an answer is worth.
///
/// @param reason why it is not right; empty where nothing is to be said
record Verdict(Kind kind, String reason) {
  /// The kinds of verdicts.
  public enum Kind {
    /// All that was acknowledged, and nothing else.
    RIGHT,
    /// Says itself that something may be missing.
    MARKED,
    /// An error, or no answer.
    FAILED,
    /// Not what is known, and nothing says so.
    WRONG
  }
}
