package goku.query.aggregator;

import org.jspecify.annotations.Nullable;

/// The partial results to keep, so that the result for all values can be calculated from parts of
/// them. Partial results, downsampling, rollups and pre-aggregation depend on it.
public enum Composition {
  /// The sum of each part.
  SUM(Interpolation.ZERO),
  /// The sum of the squares of each part.
  SQUARE_SUM(Interpolation.ZERO),
  /// The sum and the number of the values of each part.
  AVERAGE(null),
  /// The number of the values of each part.
  COUNT(null),
  /// The least value of each part.
  MIN(Interpolation.LARGEST),
  /// The greatest value of each part.
  MAX(Interpolation.SMALLEST),
  /// The value at one place, such as the first. The parts must be in order.
  PLACE(null),
  /// All values.
  WHOLE(null);

  private final @Nullable Interpolation neutral;

  Composition(@Nullable Interpolation neutral) {
    this.neutral = neutral;
  }

  /// Returns whether values of this interpolation never change the result.
  boolean ignores(Interpolation interpolation) {
    return interpolation == neutral;
  }
}
