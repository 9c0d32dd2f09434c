package goku.query.correlation;

/// The coefficient by which a correlation search ranks series.
public enum Score {
  /// Pearson's coefficient: linear relations between values.
  PEARSON,
  /// Spearman's coefficient, which is Pearson's of the ranks: monotonic relations of any shape.
  SPEARMAN
}
