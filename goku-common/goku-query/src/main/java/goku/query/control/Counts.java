package goku.query.control;

import org.jspecify.annotations.Nullable;

/// The numbers of series and datapoints that a query, or one attempt at a part of it, has touched.
/// Counts of an attempt are included in those of the whole query from `adopt` until `disown`.
/// Thread-safe: an attempt takes its own lock before that of the whole.
final class Counts {
  private final @Nullable Counts whole;
  private long series;
  private long datapoints;
  private boolean adopted;

  Counts(@Nullable Counts whole) {
    this.whole = whole;
  }

  /// Adds series. Returns the total of the whole query if adopted, otherwise of the attempt.
  synchronized long addSeries(long count) {
    series += count;
    return adopted && whole != null ? whole.addSeries(count) : series;
  }

  /// Adds datapoints. Returns the total of the whole query if adopted, otherwise of the attempt.
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
    forward(adopted, -1);
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
