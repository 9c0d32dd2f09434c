package goku.query;

/// In which form a query wants the datapoints of times of which there are rollups (section 5.2 of
/// the paper). GokuS has none; GokuL reads raw datapoints where they are kept and rollups where
/// they are not, and rollups too where those give the same answer.
///
/// A rollup is one datapoint for each of its intervals that had any. Its timestamp is the first
/// millisecond of the interval.
///
/// @param value what is read of a rollup
/// @param exactMillis rollups whose interval divides this give the same answer as the raw
///   datapoints; 0 when none does
public record Resolution(Value value, long exactMillis) {
  /// Raw datapoints wherever they are kept.
  public static final Resolution RAW = new Resolution(Value.AVERAGE, 0);

  /// What is read of a rollup.
  public enum Value {
    /// The average of the interval's datapoints.
    AVERAGE,
    /// Their sum.
    SUM,
    /// Their sum, with their number as its weight: for averages of several intervals.
    WEIGHTED_SUM,
    /// Their number, which is the weight of the datapoint too.
    COUNT,
    /// The least of them.
    MIN,
    /// The greatest of them.
    MAX
  }

  /// Whether rollups of this interval may stand for raw datapoints that are there.
  public boolean replacesRaw(long intervalMillis) {
    return exactMillis > 0 && exactMillis % intervalMillis == 0;
  }
}
