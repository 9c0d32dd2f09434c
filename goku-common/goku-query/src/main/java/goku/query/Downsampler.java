package goku.query;

import goku.model.PointBuffer;
import goku.query.Interval.Buckets;
import org.jspecify.annotations.Nullable;

/// Downsamples one series after the other. Stateless but for its parameters.
///
/// A bucket that begins before the window is left out: part of it was not read.
final class Downsampler {
  private final Downsample downsample;
  private final QueryWindow window;
  private final BucketFunction function;

  /// The beginning of the first bucket that is made; without meaning when there is but one.
  private final long firstStart;

  private final @Nullable Seam seam;

  /// Of the buckets that are filled only those of the page are made.
  private final @Nullable Page page;

  Downsampler(Downsample downsample, SeriesStages stages) {
    this.downsample = downsample;
    window = stages.window();
    seam = stages.seam();
    page = stages.page();
    function = BucketFunction.of(downsample.function());
    firstStart = downsample.interval() instanceof Buckets buckets ? firstStart(buckets, window) : 0;
  }

  void apply(PointBuffer points, PointBuffer into) {
    into.clear();
    switch (downsample.interval()) {
      case Interval.Everything all -> everything(points, into);
      case Buckets buckets -> {
        if (seam != null && !seam.joined()) {
          aroundSeam(buckets, seam, points, into);
        } else if (downsample.fill() == FillPolicy.NONE) {
          sparse(buckets, points, points.firstAtOrAfter(firstStart), points.size(), into);
        } else {
          filled(buckets, points, into);
        }
      }
    }
  }

  private void everything(PointBuffer points, PointBuffer into) {
    int from = points.firstAtOrAfter(window.range().startMillis());
    int to = points.firstAtOrAfter(window.range().endMillis());
    if (from < to) {
      into.add(window.range().startMillis(), function.apply(points, from, to));
    }
  }

  /// The datapoints of the bucket that is cut stay as they are. A bucket that begins before the
  /// window is left out when the parts are joined.
  private void aroundSeam(Buckets buckets, Seam seam, PointBuffer points, PointBuffer into) {
    int open = points.firstAtOrAfter(seam.startMillis());
    int closed = points.firstAtOrAfter(seam.endMillis());
    sparse(buckets, points, 0, open, into);
    into.addAll(points, open, closed);
    sparse(buckets, points, closed, points.size(), into);
  }

  /// Buckets with datapoints, made of those from `first` to `end - 1`.
  private void sparse(Buckets buckets, PointBuffer points, int first, int end, PointBuffer into) {
    if (first == end) {
      return;
    }
    int from = first;
    long[] timestamps = points.timestamps();
    long start = buckets.floor(timestamps[from]);
    long next = buckets.next(start);
    int count = 0;
    while (from < end) {
      if (timestamps[from] >= next) {
        start = buckets.advance(start, timestamps[from]);
        next = buckets.next(start);
      }
      int to = end(timestamps, from, end, next, count);
      into.add(start, reduce(points, start, from, to));
      count = to - from;
      from = to;
      start = next; // mostly the bucket of the next datapoint: saves a division
      next = buckets.next(start);
    }
  }

  /// Every bucket of the window gets a point, as long as it does not reach beyond the window's end.
  private void filled(Buckets buckets, PointBuffer points, PointBuffer into) {
    long[] timestamps = points.timestamps();
    long first = page == null ? firstStart : Math.max(firstStart, page.fromMillis());
    long last = page == null ? lastStart(buckets) : Math.min(lastStart(buckets), page.toMillis());
    int from = points.firstAtOrAfter(first);
    int count = 0;
    for (long start = first; start < last; start = buckets.next(start)) {
      int to = end(timestamps, from, points.size(), buckets.next(start), count);
      into.add(start, from < to ? reduce(points, start, from, to) : downsample.fill().value());
      count = to - from;
      from = to;
    }
  }

  private static long firstStart(Buckets buckets, QueryWindow window) {
    long begin = window.read().startMillis();
    long floor = buckets.floor(begin);
    return floor == begin ? begin : buckets.next(floor);
  }

  private long lastStart(Buckets buckets) {
    long end = buckets.floor(window.endExclusive());
    return end == buckets.floor(window.read().startMillis()) ? buckets.next(end) : end;
  }

  private double reduce(PointBuffer points, long bucket, int from, int to) {
    return seam != null && seam.isMade(bucket)
        ? points.values()[from]
        : function.apply(points, from, to);
  }

  /// Where the bucket of the datapoint at `from` ends. Mostly it has as many as the one before.
  ///
  /// @param expected how many that one had; 0 when there was none
  private static int end(long[] timestamps, int from, int size, long endExclusive, int expected) {
    int likely = from + expected;
    if (expected > 0
        && likely <= size
        && timestamps[likely - 1] < endExclusive
        && (likely == size || timestamps[likely] >= endExclusive)) {
      return likely;
    }
    int to = from;
    while (to < size && timestamps[to] < endExclusive) {
      to++;
    }
    return to;
  }
}
