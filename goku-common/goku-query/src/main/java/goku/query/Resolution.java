package goku.query;

import org.jspecify.annotations.Nullable;

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

  /// What a query with this downsampling reads: of a rollup the value that its function makes the
  /// right answer of, and rollups instead of raw datapoints where each of their intervals lies
  /// within one step and is read as a whole. Without downsampling, and for functions that need
  /// every datapoint, the average stands for the datapoints that are gone.
  public static Resolution of(@Nullable Downsample downsample, QueryWindow window) {
    if (downsample == null) {
      return RAW;
    }
    Value value =
        switch (downsample.function().composition()) {
          case SUM -> Value.SUM;
          case MIN -> Value.MIN;
          case MAX -> Value.MAX;
          case COUNT -> Value.COUNT;
          case AVERAGE -> Value.WEIGHTED_SUM;
          case SQUARE_SUM, PLACE, WHOLE -> Value.AVERAGE;
        };
    return value == Value.AVERAGE ? RAW : new Resolution(value, exactMillis(downsample, window));
  }

  private static long exactMillis(Downsample downsample, QueryWindow window) {
    long steps =
        switch (downsample.interval()) {
          case Interval.Everything all ->
              Divisor.greatest(window.range().startMillis(), window.range().endMillis());
          case Interval.Steps some -> some.divisor(window.read());
        };
    if (steps == 0) {
      return 0;
    }
    long read = Divisor.greatest(window.read().startMillis(), window.endExclusive());
    return Divisor.greatest(steps, read);
  }

  /// The same with rollups only where raw datapoints are gone.
  public Resolution rawWhereKept() {
    return new Resolution(value, 0);
  }

  /// The same for datapoints before a time: no interval reaches beyond it.
  public Resolution before(long millis) {
    return exactMillis == 0 ? this : new Resolution(value, Divisor.greatest(exactMillis, millis));
  }

  /// Whether rollups of this interval may stand for raw datapoints that are there.
  public boolean replacesRaw(long intervalMillis) {
    return exactMillis > 0 && exactMillis % intervalMillis == 0;
  }
}
