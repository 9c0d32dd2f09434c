package goku.query;

/// What stands in a downsampling step without datapoints.
public enum FillPolicy {
  /// Nothing: the step is left out.
  NONE,
  NAN,
  /// NaN inside the engine, and `null` in the answer.
  NULL,
  ZERO;

  double value() {
    return this == ZERO ? 0 : Double.NaN;
  }
}
