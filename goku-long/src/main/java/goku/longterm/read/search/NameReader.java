package goku.longterm.read.search;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.sst.MetricEntry;
import goku.format.sst.NamesDecoder;
import goku.format.sst.NamesEncoder;
import goku.format.sst.SstKeys;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.NativeBuffer;
import goku.longterm.read.access.ValueCursor;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/// A reader of the names of some series of one bucket, a thousand at a time. Owned by one thread.
public final class NameReader {
  /// A receiver of names, in order.
  @FunctionalInterface
  public interface Visitor {
    /// Receives the name of a series.
    ///
    /// @param name decoder at the series, which the visitor must not move
    void visit(NamesDecoder name, int id);
  }

  private final BucketDb bucket;
  private final ValueCursor names;

  public NameReader(BucketDb bucket, NativeBuffer buffer) {
    this.bucket = bucket;
    names =
        new ValueCursor(
            bucket,
            bucket.keys().names(0, 0),
            SstKeys.PREFIX_BYTES,
            NamesEncoder.MAX_SERIES,
            buffer);
  }

  /// Reads the names of some series of a metric.
  ///
  /// @param series ids of the metric's series
  public void read(MetricEntry metric, RoaringBitmap series, Visitor to) {
    int first = metric.firstSeries();
    PeekableIntIterator ids = series.getIntIterator();
    while (ids.hasNext()) {
      int skipped = (ids.peekNext() - first) / NamesEncoder.MAX_SERIES;
      int chunk = first + skipped * NamesEncoder.MAX_SERIES;
      long number = ValueCursor.number(metric.id(), chunk);
      byte[] value = names.bytes(number);
      if (value == null) {
        throw bucket.missing(names.key(number));
      }
      try {
        read(new NamesDecoder(value), chunk, ids, to);
      } catch (FormatException e) {
        throw bucket.corrupt(names.key(number), e);
      }
    }
  }

  private static void read(NamesDecoder names, int chunk, PeekableIntIterator ids, Visitor to) {
    int behind = chunk + names.series();
    for (int id = chunk; ids.hasNext() && ids.peekNext() < chunk + NamesEncoder.MAX_SERIES; id++) {
      if (!names.next()) {
        throw new CorruptException(
            "names of a bucket", 0, "the end before " + behind, "the series " + ids.peekNext());
      }
      if (id == ids.peekNext()) {
        ids.next();
        to.visit(names, id);
      }
    }
  }
}
