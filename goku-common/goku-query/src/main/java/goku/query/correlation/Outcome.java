package goku.query.correlation;

/// The outcome of the comparison of one series with a needle.
public enum Outcome {
  /// The series has too few values in common with the needle.
  TOO_SHORT,
  /// The series, or the needle, has a single value in all common slots, so that no coefficient
  /// exists.
  CONSTANT,
  /// The coefficient is below the threshold.
  BELOW,
  /// The coefficient reaches the threshold.
  CANDIDATE
}
