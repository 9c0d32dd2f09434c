package goku.longterm.read.search;

import goku.format.sst.MetricEntry;
import goku.longterm.read.access.BucketDb;
import org.roaringbitmap.RoaringBitmap;

/// Says of which series of a bucket nothing is left.
@FunctionalInterface
public interface GoneSeries {
  /// Their ids; not to be changed.
  RoaringBitmap of(BucketDb bucket, String metric, MetricEntry entry);
}
