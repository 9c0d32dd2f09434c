package goku.compactor.deletion;

import goku.compactor.merge.ForwardingSource;
import goku.compactor.rollup.RollupBuffer;
import goku.compactor.rollup.Rollups;
import goku.compactor.series.SortedSource;
import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.tier.Tombstone;
import java.io.IOException;
import java.util.List;

/// A source without deleted data. Series of which nothing is left are skipped. The rollups of a
/// partly deleted series are rebuilt from its datapoints. Where the source has no datapoints, a
/// rollup is dropped if the start of its interval was deleted. Owned by one thread.
public final class ThinnedSource extends ForwardingSource {
  private final SourceDeletes deletes;

  /// The deleted ranges of the current series; empty when all of the series stays.
  private List<TimeRange> deleted = List.of();

  private final PointBuffer points = new PointBuffer();
  private final RollupBuffer rollups = new RollupBuffer();

  private ThinnedSource(SortedSource whole, SourceDeletes deletes) {
    super(whole);
    this.deletes = deletes;
  }

  /// Returns the source without deleted data, and takes it over. Returns the source itself when the
  /// deletes concern none of its metrics.
  public static SortedSource of(SortedSource whole, List<Tombstone> deletes) throws IOException {
    if (deletes.isEmpty()) {
      return whole;
    }
    var about = new SourceDeletes(whole, deletes);
    return about.isEmpty() ? whole : new ThinnedSource(whole, about);
  }

  @Override
  public boolean next() throws IOException {
    while (whole.next()) {
      deleted = deletes.ranges();
      if (deleted.isEmpty() || isLeft()) {
        return true;
      }
    }
    return false;
  }

  /// Reads the rest of the series and returns whether anything is left.
  private boolean isLeft() throws IOException {
    points.clear();
    rollups.clear();
    if (hasRaw()) {
      whole.raw(points);
      points.removeIf(0, this::isDeleted);
      if (rollupMillis() > 0) {
        Rollups.ofRaw(points, 0, points.size(), rollupMillis(), rollups);
      }
      return points.size() > 0;
    }
    whole.rollups(rollups);
    rollups.removeIf(this::isDeleted);
    return rollups.size() > 0;
  }

  private boolean isDeleted(long millis) {
    for (TimeRange range : deleted) {
      if (range.contains(millis)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void raw(PointBuffer into) throws IOException {
    if (deleted.isEmpty()) {
      whole.raw(into);
    } else {
      into.addAll(points, 0, points.size());
    }
  }

  @Override
  public void rollups(RollupBuffer into) throws IOException {
    if (deleted.isEmpty()) {
      whole.rollups(into);
    } else {
      into.addAll(rollups);
    }
  }
}
