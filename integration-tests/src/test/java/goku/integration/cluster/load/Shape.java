package goku.integration.cluster.load;

/// The shape of a query about known series.
enum Shape {
  /// The datapoints of one series as they are.
  RAW,
  /// The datapoints of every series as they are.
  EACH_RAW,
  /// The sum over all series, downsampled.
  SUM,
  /// Each series by itself, the largest value of each bucket.
  EACH_HOST,
  /// The sum over the series of each data center, downsampled.
  EACH_CENTER,
  /// The rate of one series.
  RATE
}
