package goku.query.aggregator;

/// The value of a series at a time between two of its datapoints.
public enum Interpolation {
  /// The straight line between the neighbours.
  LINEAR {
    @Override
    public double between(long x, long x0, double y0, long x1, double y1) {
      return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
    }

    @Override
    public long between(long x, long x0, long y0, long x1, long y1) {
      return y0 + (x - x0) * (y1 - y0) / (x1 - x0);
    }
  },
  ZERO {
    @Override
    public double between(long x, long x0, double y0, long x1, double y1) {
      return 0;
    }

    @Override
    public long between(long x, long x0, long y0, long x1, long y1) {
      return 0;
    }
  },
  /// The largest number, so that a minimum ignores the series.
  LARGEST {
    @Override
    public double between(long x, long x0, double y0, long x1, double y1) {
      return Double.MAX_VALUE;
    }

    @Override
    public long between(long x, long x0, long y0, long x1, long y1) {
      return Long.MAX_VALUE;
    }
  },
  /// The smallest number, so that a maximum ignores the series.
  SMALLEST {
    @Override
    public double between(long x, long x0, double y0, long x1, double y1) {
      return -Double.MAX_VALUE;
    }

    @Override
    public long between(long x, long x0, long y0, long x1, long y1) {
      return Long.MIN_VALUE;
    }
  },
  PREVIOUS {
    @Override
    public double between(long x, long x0, double y0, long x1, double y1) {
      return y0;
    }

    @Override
    public long between(long x, long x0, long y0, long x1, long y1) {
      return y0;
    }
  };

  /// Returns the value at `x`, strictly between the points `(x0, y0)` and `(x1, y1)`.
  public abstract double between(long x, long x0, double y0, long x1, double y1);

  /// Returns the value in 64-bit integers, which wrap and cut towards zero like OpenTSDB's.
  public abstract long between(long x, long x0, long y0, long x1, long y1);
}
