package goku.query.correlation;

/// The outcome of the comparison of one series.
public enum Outcome {
  /// The series has too few values in common with the needle, or in the window or its baseline.
  TOO_SHORT,
  /// The series, or the needle, has a single value in all slots that are compared.
  CONSTANT,
  /// The weight is below the threshold.
  BELOW,
  /// The weight reaches the threshold.
  CANDIDATE
}
