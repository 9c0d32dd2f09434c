package goku.query.partial;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import java.util.Arrays;

/// The state of a group without downsampling, usable as long as no series needs a value between its
/// datapoints. From its first to its last datapoint, each series must have all timestamps of the
/// group, as series of one agent do. Series of rates must have exactly the same timestamps, because
/// a series of rates takes part before its first one.
final class RunAccumulator extends Accumulator {
  private static final long LARGEST_EXACT = 1L << 53;

  private final TimeRange range;
  private final SeriesShape shape;

  /// Timestamps in the window, ascending.
  private long[] times = {};

  private boolean integers = true;

  RunAccumulator(TimeRange range, SeriesShape shape, SlotFunction function) {
    super(new SlotStates(function, 0));
    this.range = range;
    this.shape = shape;
  }

  /// Creates an accumulator with the content of another one.
  ///
  /// @throws IllegalArgumentException if the content is that of a grid
  RunAccumulator(
      TimeRange range, SeriesShape shape, SlotFunction function, AccumulatorState state) {
    super(new SlotStates(function, state));
    if (state.times().length != state.slots()) {
      throw new IllegalArgumentException(
          "cannot restore state slots=%d: it has %d times"
              .formatted(state.slots(), state.times().length));
    }
    this.range = range;
    this.shape = shape;
    times = state.times();
    integers = state.integers();
  }

  @Override
  public boolean add(PointBuffer series, boolean integers) {
    int first = shape.first();
    if (series.size() <= first) {
      return true;
    }
    if (integers && !exact(series)) {
      return false;
    }
    int slot = makeRoom(series.timestamps(), first, series.size());
    if (slot < 0) {
      return false;
    }
    states.addRun(series.values(), first, slot, series.size() - first);
    this.integers &= integers;
    return true;
  }

  /// Returns whether the integers are small enough for sums in doubles. Larger ones need 64-bit
  /// arithmetic from the start.
  private static boolean exact(PointBuffer series) {
    for (int i = 0; i < series.size(); i++) {
      long value = series.integer(i);
      if (value < -LARGEST_EXACT || value > LARGEST_EXACT) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean merge(Accumulator other) {
    var run = (RunAccumulator) other;
    if (run.times.length == 0) {
      return true;
    }
    int slot = makeRoom(run.times, 0, run.times.length);
    if (slot < 0) {
      return false;
    }
    states.merge(run.states, slot);
    integers &= run.integers;
    return true;
  }

  /// Makes slots for all of the timestamps. Returns the slot of the first one, or a negative number
  /// if they do not fit.
  private int makeRoom(long[] series, int from, int to) {
    if (times.length == 0) {
      times = Arrays.copyOfRange(series, from, to);
      states.extend(0, times.length);
      return 0;
    }
    if (shape.rates()) {
      return Arrays.equals(series, from, to, times, 0, times.length) ? 0 : -1;
    }
    // where both overlap, their timestamps must be the same
    int mineFrom = firstAtOrAfter(times, 0, times.length, series[from]);
    int mineTo = firstAtOrAfter(times, 0, times.length, series[to - 1] + 1);
    int theirsFrom = firstAtOrAfter(series, from, to, times[0]);
    int theirsTo = firstAtOrAfter(series, from, to, times[times.length - 1] + 1);
    if (!Arrays.equals(times, mineFrom, mineTo, series, theirsFrom, theirsTo)) {
      return -1;
    }
    int before = theirsFrom - from;
    int after = to - theirsTo;
    if (before + after > 0) {
      extend(series, from, before, to - after, after);
    }
    return before > 0 ? 0 : mineFrom;
  }

  private void extend(long[] series, int beforeFrom, int before, int afterFrom, int after) {
    int old = times.length;
    long[] all = new long[before + old + after];
    System.arraycopy(series, beforeFrom, all, 0, before);
    System.arraycopy(times, 0, all, before, old);
    System.arraycopy(series, afterFrom, all, before + old, after);
    times = all;
    states.extend(before, all.length);
  }

  private static int firstAtOrAfter(long[] array, int from, int to, long time) {
    int found = Arrays.binarySearch(array, from, to, time);
    return found >= 0 ? found : -found - 1;
  }

  @Override
  public long time(int slot) {
    return times[slot];
  }

  @Override
  public boolean present(int slot) {
    return range.contains(times[slot]);
  }

  @Override
  public boolean integers() {
    return integers;
  }

  @Override
  public AccumulatorState state() {
    return states.with(times, integers);
  }

  @Override
  public long heldBytes() {
    return (long) times.length * (SlotStates.SLOT_BYTES + Long.BYTES);
  }
}
