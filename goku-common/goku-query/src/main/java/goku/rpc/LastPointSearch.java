package goku.rpc;

import goku.model.HistogramMetric;
import goku.model.Holes;
import goku.model.PointBuffer;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// A search for the last datapoint of each series, newest window first. Windows double in length as
/// the search goes back, so a range of years needs few windows. A series is decoded for one window
/// only: one bucket if the series is still written, otherwise at most as much time as has passed
/// since its last datapoint. Owned by one thread.
final class LastPointSearch {
  /// The length of a memory bucket in milliseconds (section 4.6.2 of the paper). Windows are
  /// aligned to buckets, so no bucket is decoded for two windows.
  private static final long BUCKET_MILLIS = Tier.MEMORY_BUCKET.toMillis();

  private final LastQuery query;
  private final PointBuffer points = new PointBuffer();
  private final Map<FoundSeries, LastPoint> all = new HashMap<>();
  private final FoundCharge charge = new FoundCharge();
  private Holes holes = Holes.NONE;

  LastPointSearch(LastQuery query) {
    this.query = query;
  }

  void search(ShardData shard) throws InterruptedException {
    holes = holes.plus(shard.holes(query.range()));
    Set<FoundSeries> found = new HashSet<>();
    long start = query.range().startMillis();
    long end = query.range().endMillis();
    int series = count(shard);
    // the selection may have found damage
    holes = holes.plus(shard.holes(query.range()));
    for (long buckets = 1; found.size() < series && end >= start && !isFull(); buckets *= 2) {
      long from = (Math.floorDiv(end, BUCKET_MILLIS) - (buckets - 1)) * BUCKET_MILLIS;
      var window = new TimeRange(Math.max(start, from), end);
      search(shard, window, found);
      end = window.startMillis() - 1;
    }
  }

  /// Returns the last datapoints, at most as many as the query asks for.
  LastPoints found() {
    return new LastPoints(new ArrayList<>(all.values()), holes);
  }

  private int count(ShardData shard) {
    try (SeriesSelection selection = shard.select(query.filter(), query.range(), Resolution.RAW)) {
      return selection.size();
    }
  }

  private void search(ShardData shard, TimeRange window, Set<FoundSeries> found)
      throws InterruptedException {
    try (SeriesSelection selection = shard.select(query.filter(), window, Resolution.RAW)) {
      var tags = new TagCache(selection);
      SeriesReader reader = selection.reader();
      for (int position = 0; position < selection.size() && !isFull(); position++) {
        if (Thread.interrupted()) {
          throw new InterruptedException("search for last datapoints interrupted");
        }
        var series = new FoundSeries(selection.metric(position), tags.tagsOf(position));
        if (!found.contains(series) && read(reader, position, series)) {
          found.add(series);
        }
      }
    }
  }

  /// Reads a series. Returns whether nothing older of it is wanted. Histograms are no values.
  private boolean read(SeriesReader reader, int position, FoundSeries series) {
    if (HistogramMetric.isMarked(series.metric())) {
      return true;
    }
    reader.read(position, points);
    int last = points.size() - 1;
    if (last >= 0) {
      var point =
          new LastPoint(series, points.timestamps()[last], points.type(), points.words()[last]);
      all.merge(series, point, LastPoint::later);
      charge.holds(all.size());
    }
    return last >= 0;
  }

  private boolean isFull() {
    return all.size() >= query.maxSeries();
  }
}
