package goku.query;

/// The content of a downsampling step without datapoints.
public enum FillPolicy {
  /// No content: the step is left out.
  NONE,
  NAN,
  /// NaN inside the engine, `null` in the answer.
  NULL,
  ZERO;

  double value() {
    return this == ZERO ? 0 : Double.NaN;
  }
}
