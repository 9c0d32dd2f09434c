package goku.query;

import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.query.Interval.Aligned;
import goku.query.Interval.Steps;
import org.jspecify.annotations.Nullable;

/// A downsampling of one series after the other. Stateless except for its parameters.
///
/// A step that begins before the window is left out, because part of the step was not read.
final class Downsampler {
  private final Downsample downsample;
  private final QueryWindow window;
  private final StepFunction function;

  /// The beginning of the first step that is made. Unused if the whole range is one step.
  private final long firstStart;

  private final @Nullable Seam seam;

  /// The page to which filled steps are limited; null for the whole window.
  private final @Nullable Page page;

  Downsampler(Downsample downsample, SeriesStages stages) {
    this.downsample = downsample;
    window = stages.window();
    seam = stages.seam();
    page = stages.page();
    function = StepFunction.of(downsample.function());
    firstStart = downsample.interval() instanceof Steps steps ? firstStart(steps, window) : 0;
  }

  /// Downsamples the datapoints. The result is always doubles, like OpenTSDB's.
  void apply(PointBuffer points, PointBuffer into) {
    into.clear();
    points.roundIntegers(); // some are copied next to values that are doubles
    switch (downsample.interval()) {
      case Interval.Everything all -> everything(points, into);
      case Steps steps -> {
        if (seam != null && !seam.joined()) {
          aroundSeam(steps, seam, points, into);
        } else if (downsample.fill() == FillPolicy.NONE) {
          sparse(steps, points, points.firstAtOrAfter(firstStart), points.size(), into);
        } else {
          filled(steps, points, into);
        }
      }
    }
    into.join(ValueType.DOUBLES, 0);
  }

  private void everything(PointBuffer points, PointBuffer into) {
    int from = points.firstAtOrAfter(window.range().startMillis());
    int to = points.firstAtOrAfter(window.range().endMillis());
    if (from < to) {
      into.add(window.range().startMillis(), function.apply(points, from, to));
    }
  }

  /// Downsamples on both sides of the seam and copies the datapoints of the cut step. A step that
  /// begins before the window is left out later, when the parts are joined.
  private void aroundSeam(Steps steps, Seam seam, PointBuffer points, PointBuffer into) {
    int open = points.firstAtOrAfter(seam.startMillis());
    int closed = points.firstAtOrAfter(seam.endMillis());
    sparse(steps, points, 0, open, into);
    into.addAll(points, open, closed);
    sparse(steps, points, closed, points.size(), into);
  }

  /// Adds the steps that have datapoints, from those at `first` to `end - 1`.
  private void sparse(Steps steps, PointBuffer points, int first, int end, PointBuffer into) {
    if (first == end) {
      return;
    }
    int from = first;
    long[] timestamps = points.timestamps();
    long start = steps.floor(timestamps[from]);
    long next = steps.next(start);
    int count = 0;
    while (from < end) {
      if (timestamps[from] >= next) {
        start = steps.advance(start, timestamps[from]);
        next = steps.next(start);
      }
      int to = end(timestamps, from, end, next, count);
      into.add(start, reduce(points, start, from, to));
      count = to - from;
      from = to;
      start = next; // usually the step of the next datapoint: saves a division
      next = steps.next(start);
    }
  }

  /// Adds a point for every step of the window that does not extend beyond the window's end.
  private void filled(Steps steps, PointBuffer points, PointBuffer into) {
    long[] timestamps = points.timestamps();
    long first = page == null ? firstStart : Math.max(firstStart, page.fromMillis());
    long last = page == null ? lastStart(steps) : Math.min(lastStart(steps), page.toMillis());
    int from = points.firstAtOrAfter(first);
    int count = 0;
    for (long start = first; start < last; start = steps.next(start)) {
      int to = end(timestamps, from, points.size(), steps.next(start), count);
      into.add(start, from < to ? reduce(points, start, from, to) : downsample.fill().value());
      count = to - from;
      from = to;
    }
  }

  private static long firstStart(Steps steps, QueryWindow window) {
    long begin = window.read().startMillis();
    long floor = steps.floor(begin);
    return floor == begin ? begin : steps.next(floor);
  }

  private long lastStart(Steps steps) {
    if (steps instanceof Aligned) { // the last step may end with the window
      return window.endExclusive();
    }
    long end = steps.floor(window.endExclusive());
    return end == steps.floor(window.read().startMillis()) ? steps.next(end) : end;
  }

  private double reduce(PointBuffer points, long step, int from, int to) {
    return seam != null && seam.isMade(step)
        ? points.values()[from]
        : function.apply(points, from, to);
  }

  /// Returns the end of the step that holds the datapoint at `from`. Tries the size of the previous
  /// step first, as most steps have equally many datapoints.
  ///
  /// @param expected the number of datapoints in the previous step; 0 if there was none
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
