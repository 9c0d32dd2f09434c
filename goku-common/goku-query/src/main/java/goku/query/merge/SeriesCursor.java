package goku.query.merge;

import goku.query.SeriesPartial;
import goku.query.aggregator.Interpolation;
import java.util.Arrays;

/// A cursor over one series that gives its values at the timestamps of its group, from its first to
/// its last datapoint, interpolated in between.
///
/// Rates are not interpolated: a series keeps its last rate. A series of rates takes part from the
/// very beginning with its first rate, at whose own time it adds no timestamp (see `Rate`).
final class SeriesCursor {
  private final long[] timestamps;
  private final SeriesPartial series;
  private final boolean rates;
  private final Interpolation interpolation;
  private int position;

  SeriesCursor(SeriesPartial series, boolean rates, Interpolation interpolation, long start) {
    this.timestamps = series.timestamps();
    this.series = series;
    this.rates = rates;
    this.interpolation = interpolation;
    int found = Arrays.binarySearch(timestamps, start);
    this.position = Math.max(found >= 0 ? found : -found - 1, rates ? 1 : 0);
  }

  long[] timestamps() {
    return timestamps;
  }

  /// Returns the position of the first datapoint not before the current time.
  int position() {
    return position;
  }

  /// Writes the values at `timeline[from]` to `timeline[to - 1]` into the rows of a block.
  void fill(long[] timeline, int from, int to, DoubleBlock block) {
    int at = position;
    for (int slot = from; slot < to; slot++) {
      long now = timeline[slot];
      while (at < timestamps.length && timestamps[at] < now) {
        at++;
      }
      if (at >= timestamps.length) {
        break;
      }
      if (timestamps[at] == now) {
        block.add(slot - from, series.value(at));
      } else if (rates) {
        block.add(slot - from, series.value(at - 1));
      } else if (at > 0) {
        block.add(
            slot - from,
            interpolation.between(
                now, timestamps[at - 1], series.value(at - 1), timestamps[at], series.value(at)));
      }
    }
    position = at;
  }

  /// Writes the values of integers, which are never rates.
  void fill(long[] timeline, int from, int to, LongBlock block) {
    int at = position;
    for (int slot = from; slot < to; slot++) {
      long now = timeline[slot];
      while (at < timestamps.length && timestamps[at] < now) {
        at++;
      }
      if (at >= timestamps.length) {
        break;
      }
      if (timestamps[at] == now) {
        block.add(slot - from, series.integer(at));
      } else if (at > 0) {
        block.add(
            slot - from,
            interpolation.between(
                now,
                timestamps[at - 1],
                series.integer(at - 1),
                timestamps[at],
                series.integer(at)));
      }
    }
    position = at;
  }
}
