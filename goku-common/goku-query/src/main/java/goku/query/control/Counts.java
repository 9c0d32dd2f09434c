package goku.query.control;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The numbers of series and datapoints that a query, or one attempt at a part of it, has touched.
/// Counts of an attempt are included in those of the whole query from `adopt` until `disown`.
/// Thread-safe: an attempt takes its own lock before that of the whole.
///
/// If a query spans two stores, most of its series are in both. So series count by side, and the
/// larger side counts for the whole.
final class Counts {
  private final @Nullable Counts whole;

  /// The side of the whole on which these counts are.
  private final int side;

  private final long[] series = new long[2];
  private long datapoints;
  private boolean adopted;

  Counts(@Nullable Counts whole, int side) {
    this.whole = whole;
    this.side = side;
  }

  /// Adds series. Returns the total of the whole query if adopted, otherwise of the attempt.
  long addSeries(long count) {
    return addSeries(count, 0);
  }

  private synchronized long addSeries(long count, int to) {
    long before = series();
    series[to] += count;
    long now = series();
    return adopted && whole != null ? whole.addSeries(now - before, side) : now;
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
      whole.addSeries(sign * series(), side);
      whole.addDatapoints(sign * datapoints);
    }
  }

  synchronized void reset() {
    forward(adopted, -1);
    Arrays.fill(series, 0);
    datapoints = 0;
  }

  synchronized long series() {
    return Math.max(series[0], series[1]);
  }

  synchronized long datapoints() {
    return datapoints;
  }
}
