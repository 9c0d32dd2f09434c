package goku.longterm.read.search;

import goku.format.sst.MetricEntry;
import goku.longterm.read.access.BucketDb;
import org.roaringbitmap.RoaringBitmap;

/// The series of a bucket without remaining data.
@FunctionalInterface
public interface GoneSeries {
  /// Returns their ids. The caller must not change them.
  RoaringBitmap of(BucketDb bucket, String metric, MetricEntry entry);
}
