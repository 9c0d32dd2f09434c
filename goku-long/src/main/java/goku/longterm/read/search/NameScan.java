package goku.longterm.read.search;

import goku.format.sst.MetricEntry;
import goku.format.sst.NamesDecoder;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.model.SeriesFilter;
import org.roaringbitmap.RoaringBitmap;

/// A scan of the names of candidates in one bucket. It checks what postings cannot tell, and adds
/// the matches to the selection. Owned by one thread.
final class NameScan {
  private final NameReader names;
  private final NameCheck check;
  private final SeriesUnion union;
  private final BucketSeries into;

  NameScan(
      BucketDb bucket,
      SeriesFilter filter,
      NativeBuffer buffer,
      SeriesUnion union,
      BucketSeries into) {
    names = new NameReader(bucket, buffer);
    check = new NameCheck(filter);
    this.union = union;
    this.into = into;
  }

  /// Adds the matching candidates of a metric. New series get the bucket's numbers of pairs.
  ///
  /// @param metric number of the metric in the selection
  /// @param candidates ids of the metric's series
  void add(MetricEntry entry, int metric, RoaringBitmap candidates) {
    into.putMetric(metric, entry.id());
    names.read(
        entry,
        candidates,
        (name, id) -> {
          if (check.passes(name)) {
            take(name, metric, id);
          }
        });
  }

  private void take(NamesDecoder names, int metric, int id) {
    int position = union.find(names.hash(), names.check());
    if (position == union.size()) {
      union.add(names.hash(), names.check(), metric, names.pairs(), names.pairCount());
    }
    into.put(position, id);
  }
}
