package goku.compactor.merge;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.rollup.Rollups;
import goku.compactor.series.SortedSource;
import goku.format.CorruptException;
import goku.model.PointBuffer;
import java.io.IOException;

/// A join of the data that the sources have of one series, for one series after the other. Owned by
/// one thread.
final class SeriesCompaction {
  private final Content content;
  private final long startMillis;
  private final long endMillis;
  private final PointBuffer points = new PointBuffer();
  private final RollupBuffer rollups = new RollupBuffer();
  private final RollupBuffer finer = new RollupBuffer();
  private final RunMerge runs = new RunMerge();

  /// True if a source provides rollups. If none does, rollups are built at the end from the
  /// datapoints of all sources, because the windows of such sources may be the same.
  private final boolean composes;

  SeriesCompaction(Content content, boolean composes, long startMillis, long endMillis) {
    this.content = content;
    this.composes = composes;
    this.startMillis = startMillis;
    this.endMillis = endMillis;
  }

  /// Clears the data of the previous series. Must be called before the sources of a series are
  /// added.
  void begin() {
    points.clear();
    rollups.clear();
  }

  /// Adds the data of the current series of the source.
  ///
  /// @throws goku.format.FormatException when they lie outside the window, or when rollups lie
  ///   before those of another source
  void add(SortedSource source) throws IOException {
    boolean composed = composes && content.composesRollupsOf(source);
    if (content.raw() || (content.rollupMillis() > 0 && !composed)) {
      addRaw(source, composes && !composed);
    }
    if (composed) {
      addRollups(source);
    }
  }

  /// Completes the series after its last source. Returns whether it has any data.
  boolean end() {
    if (content.rollupMillis() > 0 && !composes) {
      Rollups.ofRaw(points, 0, points.size(), content.rollupMillis(), rollups);
    }
    return rollups.size() > 0 || (content.raw() && points.size() > 0);
  }

  PointBuffer points() {
    return points;
  }

  RollupBuffer rollups() {
    return rollups;
  }

  private void addRaw(SortedSource source, boolean rolledUp) throws IOException {
    int from = points.size();
    source.raw(points);
    int to = points.size();
    check(source, points.timestamps(), from, to, rolledUp ? endOfRollups() : startMillis);
    if (rolledUp) {
      Rollups.ofRaw(points, from, to, content.rollupMillis(), rollups);
    }
    runs.apply(points, from);
  }

  private void addRollups(SortedSource source) throws IOException {
    long earliest = endOfRollups();
    if (source.rollupMillis() == content.rollupMillis()) {
      int from = rollups.size();
      source.rollups(rollups);
      check(source, rollups.times(), from, rollups.size(), earliest);
    } else {
      finer.clear();
      source.rollups(finer);
      check(source, finer.times(), 0, finer.size(), earliest);
      Rollups.ofRollups(finer, content.rollupMillis(), rollups);
    }
  }

  /// Returns the end of the last rollup. The windows of sources with rollups follow each other, and
  /// so do their rollups.
  private long endOfRollups() {
    int size = rollups.size();
    return size == 0 ? startMillis : rollups.times()[size - 1] + content.rollupMillis();
  }

  /// Checks that the first and the last time are in the window. The times between ascend.
  private void check(SortedSource source, long[] times, int from, int to, long earliest) {
    if (from < to && (times[from] < earliest || times[to - 1] >= endMillis)) {
      throw new CorruptException(
          source.name(),
          0,
          "the time %d in the series %016x"
              .formatted(times[from] < earliest ? times[from] : times[to - 1], source.hash()),
          "%d to %d: inside the window of the bucket, rollups after those of other sources"
              .formatted(earliest, endMillis - 1));
    }
  }
}
