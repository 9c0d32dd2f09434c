package goku.longterm.read.mask;

import goku.format.FormatException;
import goku.format.delete.DeleteRecord;
import goku.format.sst.Aggregate;
import goku.format.sst.DataValue;
import goku.format.sst.MetricEntry;
import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.Columns;
import goku.longterm.read.access.NativeBuffer;
import goku.longterm.read.access.ValueCursor;
import goku.longterm.read.mask.MetricMask.Part;
import goku.longterm.read.search.FilteredSeries;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/// A finder of the series and times of one bucket that deletes cover. It reads the times of series
/// that a delete covers only in part, to see whether any is left. Owned by one thread.
final class MaskMaker {
  /// The limit of timestamps that are kept decoded: 4 MB.
  private static final long MAX_KEPT = 1 << 19;

  private final BucketDb bucket;
  private final NativeBuffer buffer = new NativeBuffer();
  private final FilteredSeries search;
  private final ValueCursor data;
  private final Columns columns;

  MaskMaker(BucketDb bucket) {
    this.bucket = bucket;
    search = new FilteredSeries(bucket, buffer);
    // all kinds of rollups share their times
    Aggregate any = bucket.manifest().raw() ? Aggregate.RAW : Aggregate.SUM;
    byte[] template = bucket.keys().data(any, 0, 0);
    data = new ValueCursor(bucket, template, SstKeys.PREFIX_BYTES + 1, 1, buffer);
    columns = new Columns(bucket, MAX_KEPT);
  }

  /// @param deletes deletes of the metric
  MetricMask make(MetricEntry metric, List<Tombstone> deletes) {
    Manifest manifest = bucket.manifest();
    List<Part> parts = new ArrayList<>();
    var gone = new RoaringBitmap();
    var inPart = new RoaringBitmap();
    for (Tombstone tombstone : deletes) {
      DeleteRecord delete = tombstone.delete();
      RoaringBitmap series =
          search.of(
              metric,
              new SeriesFilter(
                  delete.metric(), delete.filters(), delete.explicitTags(), delete.nameHashes()));
      if (!series.isEmpty()) {
        parts.add(new Part(series, delete.range()));
        boolean whole = tombstone.covers(manifest.startMillis(), manifest.endMillis());
        (whole ? gone : inPart).or(series);
      }
    }
    inPart.andNot(gone);
    inPart.forEach(
        (int id) -> {
          if (!isLeft(metric, id, MetricMask.ranges(parts, id))) {
            gone.add(id);
          }
        });
    return new MetricMask(deletes, parts, gone);
  }

  private boolean isLeft(MetricEntry metric, int id, List<TimeRange> deleted) {
    long number = ValueCursor.number(metric.id(), id);
    int length = data.read(number, 0);
    if (length < 0) {
      return false;
    }
    try {
      columns.load(DataValue.column(buffer.value(0, length), length));
    } catch (FormatException e) {
      throw bucket.corrupt(data.key(number), e);
    }
    for (int i = 0; i < columns.size(); i++) {
      if (!MetricMask.contains(deleted, columns.timestamps()[i])) {
        return true;
      }
    }
    return false;
  }
}
