package goku.longterm.read.search;

import goku.format.sst.MetricEntry;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.model.SeriesFilter;
import org.roaringbitmap.RoaringBitmap;

/// A search for the series of a metric in one bucket that pass a filter. Owned by one thread.
public final class FilteredSeries {
  private final BucketDb bucket;
  private final PairTexts texts;
  private final NameReader names;

  public FilteredSeries(BucketDb bucket, NativeBuffer buffer) {
    this.bucket = bucket;
    texts = new PairTexts(bucket, buffer);
    names = new NameReader(bucket, buffer);
  }

  /// Returns the ids of the series.
  ///
  /// @param filter filter of that metric
  public RoaringBitmap of(MetricEntry metric, SeriesFilter filter) {
    RoaringBitmap found = new BucketSearch(bucket, filter.filters(), texts).find(metric);
    var check = new NameCheck(filter);
    if (check.passesAll()) {
      return found;
    }
    var passed = new RoaringBitmap();
    names.read(
        metric,
        found,
        (name, id) -> {
          if (check.passes(name)) {
            passed.add(id);
          }
        });
    return passed;
  }
}
