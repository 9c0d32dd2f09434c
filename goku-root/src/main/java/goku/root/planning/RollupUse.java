package goku.root.planning;

/// The use of rollups by a query: those that clients wrote, and those that Goku computes.
public enum RollupUse {
  /// Neither, where raw datapoints are kept.
  RAW,

  /// The written rollups with the longest interval that fits, if there are any in the range.
  /// Otherwise datapoints, and computed rollups where they give the same answer.
  BEST,

  /// The written rollups with the longest interval that fits and of which there are any in the
  /// range. Otherwise as above.
  ANY
}
