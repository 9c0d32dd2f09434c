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

/// A source without what was deleted of it: series of which nothing is left are passed over, and
/// rollups of those of which something is left are made of it, where the datapoints are there;
/// where they are not, intervals go as a whole whose begin was deleted. Owned by one thread.
public final class ThinnedSource extends ForwardingSource {
  private final SourceDeletes deletes;

  /// Of the series that the source is at; empty when all of it stays.
  private List<TimeRange> deleted = List.of();

  private final PointBuffer points = new PointBuffer();
  private final RollupBuffer rollups = new RollupBuffer();

  private ThinnedSource(SortedSource whole, SourceDeletes deletes) {
    super(whole);
    this.deletes = deletes;
  }

  /// The source itself when the deletes are about none of its metrics. Takes it over.
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

  /// Whether anything is left of the series; reads what is.
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
