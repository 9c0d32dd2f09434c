package goku.query.control;

import org.jspecify.annotations.Nullable;

/// What a query, or one attempt at a part of it, has touched. Those of an attempt count for the
/// whole from when it is adopted until it is disowned. Thread-safe: an attempt locks itself before
/// the whole.
final class Counts {
  private final @Nullable Counts whole;
  private long series;
  private long datapoints;
  private boolean adopted;

  Counts(@Nullable Counts whole) {
    this.whole = whole;
  }

  /// Returns the series of all for which these count.
  synchronized long addSeries(long count) {
    series += count;
    return adopted && whole != null ? whole.addSeries(count) : series;
  }

  /// Returns the datapoints of all for which these count.
  synchronized long addDatapoints(long count) {
    datapoints += count;
    return adopted && whole != null ? whole.addDatapoints(count) : datapoints;
  }

  synchronized void adopt() {
    forward(!adopted, 1);
    adopted = true;
  }

  synchronized void disown() {
    forward(adopted, -1);
    adopted = false;
  }

  private void forward(boolean changes, int sign) {
    if (changes && whole != null) {
      whole.addSeries(sign * series);
      whole.addDatapoints(sign * datapoints);
    }
  }

  synchronized void reset() {
    series = 0;
    datapoints = 0;
  }

  synchronized long series() {
    return series;
  }

  synchronized long datapoints() {
    return datapoints;
  }
}
