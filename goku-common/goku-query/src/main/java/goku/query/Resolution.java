package goku.query;

import org.jspecify.annotations.Nullable;

/// The form in which a query reads datapoints of times that have rollups (section 5.2 of the
/// paper). GokuS has no rollups. GokuL reads rollups where raw datapoints are no longer kept, and
/// also where rollups give the same answer.
///
/// A rollup has one datapoint for each of its intervals with any datapoints. Its timestamp is the
/// first millisecond of the interval.
///
/// @param value the value to read from a rollup
/// @param exactMillis a multiple of all rollup intervals that give the same answer as raw
///   datapoints; 0 if none does
public record Resolution(Value value, long exactMillis) {
  /// Raw datapoints wherever they are kept.
  public static final Resolution RAW = new Resolution(Value.AVERAGE, 0);

  /// The value to read from a rollup.
  public enum Value {
    /// The average of the interval's datapoints.
    AVERAGE,
    /// The sum of the interval's datapoints.
    SUM,
    /// The sum, with the number of datapoints as its weight: for averages of several intervals.
    WEIGHTED_SUM,
    /// The number of datapoints, which is also the weight.
    COUNT,
    /// The least of the interval's datapoints.
    MIN,
    /// The greatest of the interval's datapoints.
    MAX
  }

  /// Returns the resolution for a downsampling. The value is the one from which its function
  /// calculates the right answer. Rollups replace raw datapoints where each of their intervals lies
  /// within one step and is read whole. Without downsampling, and for functions that need every
  /// datapoint, the average stands for datapoints that are no longer kept.
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

  /// Returns the same resolution, with rollups only where raw datapoints are no longer kept.
  public Resolution rawWhereKept() {
    return new Resolution(value, 0);
  }

  /// Returns the same resolution for datapoints before a time: no interval extends beyond it.
  public Resolution before(long millis) {
    return exactMillis == 0 ? this : new Resolution(value, Divisor.greatest(exactMillis, millis));
  }

  /// Returns whether rollups of this interval may replace raw datapoints that are still kept.
  public boolean replacesRaw(long intervalMillis) {
    return exactMillis > 0 && exactMillis % intervalMillis == 0;
  }
}
