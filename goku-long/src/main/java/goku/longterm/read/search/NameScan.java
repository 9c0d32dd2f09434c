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
import goku.model.TagFilter;
import goku.query.SeriesFilter;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/// Reads the names of candidates in one bucket, a thousand at a time, tests what postings cannot
/// tell, and takes them into the selection. Owned by one thread.
final class NameScan {
  private static final int ANY = -1;

  private final BucketDb bucket;
  private final ValueCursor names;
  private final SeriesUnion union;
  private final BucketSeries into;

  /// Ascending; null for any.
  private final long @Nullable [] hashes;

  /// The number of tags that a series must have.
  private final int tags;

  NameScan(
      BucketDb bucket,
      SeriesFilter filter,
      NativeBuffer buffer,
      SeriesUnion union,
      BucketSeries into) {
    this.bucket = bucket;
    names =
        new ValueCursor(
            bucket,
            bucket.keys().names(0, 0),
            SstKeys.PREFIX_BYTES,
            NamesEncoder.MAX_SERIES,
            buffer);
    this.union = union;
    this.into = into;
    hashes = filter.nameHashes() == null ? null : sorted(filter.nameHashes());
    tags = filter.explicitTags() ? keys(filter) : ANY;
  }

  /// Takes the candidates of a metric. New series have the numbers of pairs that the bucket gives.
  ///
  /// @param metric its number in the selection
  /// @param candidates ids of the metric's series
  void add(MetricEntry entry, int metric, RoaringBitmap candidates) {
    into.putMetric(metric, entry.id());
    int first = entry.firstSeries();
    PeekableIntIterator ids = candidates.getIntIterator();
    while (ids.hasNext()) {
      int skipped = (ids.peekNext() - first) / NamesEncoder.MAX_SERIES;
      int chunk = first + skipped * NamesEncoder.MAX_SERIES;
      long number = ValueCursor.number(entry.id(), chunk);
      byte[] value = names.bytes(number);
      if (value == null) {
        throw bucket.missing(names.key(number));
      }
      try {
        add(new NamesDecoder(value), chunk, metric, ids);
      } catch (FormatException e) {
        throw bucket.corrupt(names.key(number), e);
      }
    }
  }

  private void add(NamesDecoder names, int chunk, int metric, PeekableIntIterator ids) {
    int behind = chunk + names.series();
    for (int id = chunk; ids.hasNext() && ids.peekNext() < chunk + NamesEncoder.MAX_SERIES; id++) {
      if (!names.next()) {
        throw new CorruptException(
            "names of a bucket", 0, "the end before " + behind, "the series " + ids.peekNext());
      }
      if (id == ids.peekNext()) {
        ids.next();
        if (wanted(names)) {
          take(names, metric, id);
        }
      }
    }
  }

  /// Every filter asks for its key, but `not_key`: if all are passed and the number of tags is that
  /// of the keys, there is no other.
  private boolean wanted(NamesDecoder names) {
    return (tags == ANY || names.pairCount() == tags)
        && (hashes == null || Arrays.binarySearch(hashes, names.hash()) >= 0);
  }

  private void take(NamesDecoder names, int metric, int id) {
    int position = union.find(names.hash(), names.check());
    if (position == union.size()) {
      union.add(names.hash(), names.check(), metric, names.pairs(), names.pairCount());
    }
    into.put(position, id);
  }

  private static int keys(SeriesFilter filter) {
    return (int)
        filter.filters().stream()
            .filter(one -> !(one instanceof TagFilter.NotKey))
            .map(TagFilter::key)
            .distinct()
            .count();
  }

  private static long[] sorted(Set<Long> hashes) {
    return hashes.stream().mapToLong(Long::longValue).sorted().toArray();
  }
}
