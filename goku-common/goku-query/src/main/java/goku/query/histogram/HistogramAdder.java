package goku.query.histogram;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import goku.query.Downsample;
import goku.query.Interval;
import goku.query.SeriesStages;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// An adder of series of histograms to the sums of their group. A histogram belongs to the slot of
/// its time, or to that of its step if the query downsamples. Slots outside of the query's range
/// are left out: without interpolation and rates nothing depends on them. Fill policies have no
/// effect, as in OpenTSDB. Owned by one thread, with buffers reused from series to series.
public final class HistogramAdder {
  private static final int FIRST_RUNS = 64;
  private static final int RUN_BYTES = Long.BYTES + Integer.BYTES;

  private final @Nullable Interval interval;
  private final TimeRange range;
  private final LongConsumer growth;

  /// The steps of the current series: their beginnings, and the ends of their datapoints.
  private long[] starts = {};

  private int[] ends = {};

  /// @param stages the stages of the query, whose downsampling is by sum
  /// @param growth called with the bytes by which buffers grow, before they do
  public HistogramAdder(SeriesStages stages, LongConsumer growth) {
    Downsample downsample = stages.downsample();
    interval = downsample == null ? null : downsample.interval();
    range = stages.window().range();
    this.growth = growth;
  }

  /// Adds a series.
  public void add(PointBuffer series, HistogramSums into) {
    if (series.type() != ValueType.HISTOGRAMS) {
      throw new IllegalStateException("BUG: a series of histograms has type " + series.type());
    }
    int from = series.firstAtOrAfter(range.startMillis());
    switch (interval) {
      case null -> addTimes(series, from, series.firstAtOrAfter(range.endMillis() + 1), into);
      case Interval.Everything all ->
          addAll(series, from, series.firstAtOrAfter(range.endMillis()), into);
      case Interval.Steps steps -> addSteps(steps, series, from, into);
    }
  }

  private static void addTimes(PointBuffer series, int from, int to, HistogramSums into) {
    if (from >= to) {
      return;
    }
    Histograms histograms = series.histograms();
    long[] times = series.timestamps();
    int slot = into.makeRoom(times, from, to - from);
    for (int i = from; i < to; i++) {
      slot = into.slotOf(slot, times[i]);
      into.add(slot, histograms, series.histogram(i));
    }
  }

  private void addAll(PointBuffer series, int from, int to, HistogramSums into) {
    if (from < to) {
      addRun(series, from, to, into.makeRoom(new long[] {range.startMillis()}, 0, 1), into);
    }
  }

  private static void addRun(PointBuffer series, int from, int to, int slot, HistogramSums into) {
    Histograms histograms = series.histograms();
    for (int i = from; i < to; i++) {
      into.add(slot, histograms, series.histogram(i));
    }
  }

  private void addSteps(Interval.Steps steps, PointBuffer series, int first, HistogramSums into) {
    long[] times = series.timestamps();
    int at = first;
    while (at < series.size() && steps.floor(times[at]) < range.startMillis()) {
      at = endOfStep(steps, series, at);
    }
    int runs = runs(steps, series, at);
    if (runs == 0) {
      return;
    }
    int slot = into.makeRoom(starts, 0, runs);
    for (int run = 0; run < runs; run++) {
      slot = into.slotOf(slot, starts[run]);
      addRun(series, at, ends[run], slot, into);
      at = ends[run];
    }
  }

  /// Divides the datapoints from `first` on into steps that begin in the range. Returns the number
  /// of steps.
  private int runs(Interval.Steps steps, PointBuffer series, int first) {
    int runs = 0;
    int at = first;
    while (at < series.size()) {
      long start = steps.floor(series.timestamps()[at]);
      if (start > range.endMillis()) {
        break;
      }
      at = endOfStep(steps, series, at);
      runs -= runs > 0 && starts[runs - 1] == start ? 1 : 0;
      ensureRoom(runs + 1);
      starts[runs] = start;
      ends[runs++] = at;
    }
    return runs;
  }

  /// Returns the first datapoint after the one at an index that may belong to another step. Steps
  /// of the calendar may end before their length, where a year begins. Then every datapoint is
  /// looked at, so that its step does not depend on others.
  private static int endOfStep(Interval.Steps steps, PointBuffer series, int from) {
    long[] times = series.timestamps();
    long start = steps.floor(times[from]);
    long end = steps.next(start);
    if (steps instanceof Interval.Calendar && steps.floor(end - 1) != start) {
      return from + 1;
    }
    int to = from + 1;
    while (to < series.size() && times[to] < end) {
      to++;
    }
    return to;
  }

  private void ensureRoom(int runs) {
    if (runs > starts.length) {
      int room = Math.max(FIRST_RUNS, runs * 2);
      growth.accept((long) RUN_BYTES * (room - starts.length));
      starts = Arrays.copyOf(starts, room);
      ends = Arrays.copyOf(ends, room);
    }
  }

  /// Returns the number of datapoints as which the datapoints of a series count towards the limit
  /// of a query, see `HistogramShape.datapoints`. So a query reads about as many bytes as one for
  /// plain values may.
  public static long datapoints(PointBuffer series) {
    if (series.type() != ValueType.HISTOGRAMS) {
      return series.size();
    }
    Histograms histograms = series.histograms();
    long datapoints = 0;
    for (int i = 0; i < series.size(); i++) {
      HistogramShape shape = histograms.shape(series.histogram(i));
      datapoints += HistogramShape.datapoints(shape.counts());
    }
    return datapoints;
  }
}
