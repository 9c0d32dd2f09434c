package goku.shortterm.preaggregation;

import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.aggregator.Aggregator;
import org.jspecify.annotations.Nullable;

/// The rule by which the result of a query at a slot follows from the slot's cells.
///
/// @param value the value of the cells that is the state of the aggregation
/// @param single valid only if no series has several datapoints in the slot
/// @param gapless valid only if no series has to be interpolated at the slot
/// @param unsigned -0.0 counts as 0.0
record Derivation(Value value, boolean single, boolean gapless, boolean unsigned) {
  enum Value {
    /// The sum of all datapoints.
    SUM,
    /// The number of datapoints.
    DATAPOINTS,
    /// The number of series with a datapoint.
    SERIES,
    LEAST,
    GREATEST
  }

  /// The result of downsampling a series' datapoints in a slot.
  private enum Downsampled {
    SUM,
    AVERAGE,
    COUNT,
    LEAST,
    GREATEST,
    /// Any one of them.
    ANY
  }

  /// Returns null if the result does not follow from cells.
  ///
  /// @param oneCell each slot is one cell: then the number of series with datapoints in the slot is
  ///   known, and a series with a single datapoint is downsampled to its value
  static @Nullable Derivation of(Aggregator aggregator, Downsample downsample, boolean oneCell) {
    Downsampled series = downsampled(downsample.function());
    if (series == null) {
      return null;
    }
    boolean gapless = !aggregator.ignoresGaps() && downsample.fill() == FillPolicy.NONE;
    return switch (aggregator.composition()) {
      case SUM -> total(series, oneCell, gapless);
      case AVERAGE -> oneCell && !fillsZeros(downsample) ? total(series, true, gapless) : null;
      case COUNT ->
          oneCell && !fillsZeros(downsample)
              ? new Derivation(Value.SERIES, false, gapless, true)
              : null;
      case MIN ->
          fillsZeros(downsample)
              ? null
              : extreme(Value.LEAST, Downsampled.LEAST, series, oneCell, gapless);
      case MAX ->
          fillsZeros(downsample)
              ? null
              : extreme(Value.GREATEST, Downsampled.GREATEST, series, oneCell, gapless);
      case SQUARE_SUM, PLACE, WHOLE -> null;
    };
  }

  private static boolean fillsZeros(Downsample downsample) {
    return downsample.fill() == FillPolicy.ZERO;
  }

  private static @Nullable Downsampled downsampled(Aggregator function) {
    return switch (function.composition()) {
      case SUM -> Downsampled.SUM;
      case AVERAGE -> Downsampled.AVERAGE;
      case COUNT -> Downsampled.COUNT;
      case MIN -> Downsampled.LEAST;
      case MAX -> Downsampled.GREATEST;
      case PLACE -> Downsampled.ANY;
      case SQUARE_SUM, WHOLE -> null;
    };
  }

  private static @Nullable Derivation total(Downsampled series, boolean oneCell, boolean gapless) {
    return switch (series) {
      case SUM -> new Derivation(Value.SUM, false, gapless, true);
      case COUNT -> new Derivation(Value.DATAPOINTS, false, gapless, true);
      case AVERAGE, LEAST, GREATEST, ANY ->
          oneCell ? new Derivation(Value.SUM, true, gapless, true) : null;
    };
  }

  private static @Nullable Derivation extreme(
      Value value, Downsampled same, Downsampled series, boolean oneCell, boolean gapless) {
    if (series == same) {
      return new Derivation(value, false, gapless, false);
    }
    if (!oneCell || series == Downsampled.COUNT) {
      return null;
    }
    boolean unsigned = series == Downsampled.SUM || series == Downsampled.AVERAGE;
    return new Derivation(value, true, gapless, unsigned);
  }
}
