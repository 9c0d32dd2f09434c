package goku.compactor.sst;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.compactor.sst.file.SstCursor;
import goku.compactor.sst.file.TierFile;
import goku.compactor.sst.file.TierScans;
import goku.format.FormatException;
import goku.format.sst.Aggregate;
import goku.format.sst.BucketMarker;
import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import goku.model.PointBuffer;
import goku.model.ValueType;
import goku.tier.Manifest;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// A source that reads a bucket of a tier from its SST files, which are verified as they are read.
/// Owned by one thread.
///
/// Memory holds a block of each file and some MiB of columns, for buckets of any size. Errors name
/// the file.
public final class TierBucketSource implements SortedSource {
  private static final Aggregate[] ROLLUPS = {
    Aggregate.SUM, Aggregate.COUNT, Aggregate.MIN, Aggregate.MAX
  };

  private final Manifest manifest;
  private final SstKeys keys;
  private final TierScans files;
  private final BucketMarker marker;
  private final TermCursor terms;
  private final NameCursor names;
  private final ColumnCursor columns;
  private final Map<Aggregate, DataCursor> data = new EnumMap<>(Aggregate.class);

  /// @param directory directory of the files that the manifest names
  /// @throws IOException when a file is missing or broken
  public TierBucketSource(Path directory, Manifest manifest) throws IOException {
    this.manifest = manifest;
    keys =
        new SstKeys(new SstBucket(manifest.tier(), manifest.startMillis(), manifest.generation()));
    files = new TierScans(directory, manifest);
    try {
      marker = marker();
      terms = new TermCursor(keys, files.open(TierFile.TERMS));
      names = new NameCursor(keys, files.open(TierFile.NAMES), termCount());
      columns = new ColumnCursor(keys, files.open(TierFile.COLUMNS), manifest.startMillis());
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return TierKeys.tierDirectory(manifest.bucket());
  }

  @Override
  public boolean hasRaw() {
    return manifest.raw();
  }

  @Override
  public long rollupMillis() {
    return manifest.rollupMillis();
  }

  @Override
  public int metricCount() {
    return marker.metrics();
  }

  @Override
  public int termCount() {
    return marker.metrics() + marker.pairs();
  }

  @Override
  public byte[] term(int number) throws IOException {
    return terms.term(number);
  }

  @Override
  public boolean next() throws IOException {
    if (names.next()) {
      return true;
    }
    if (names.series() + 1 != marker.series()) {
      throw new IOException(
          "%s has %d names, wanted %d"
              .formatted(manifest.bucket(), names.series() + 1, marker.series()));
    }
    return false;
  }

  @Override
  public long hash() {
    return names.hash();
  }

  @Override
  public int[] terms() {
    return names.terms();
  }

  @Override
  public int termCountOfSeries() {
    return names.termCount();
  }

  @Override
  public void raw(PointBuffer into) throws IOException {
    DataCursor values = data(Aggregate.RAW);
    int column = values.seek(names.metric(), names.series());
    if (column < 0) {
      return;
    }
    long[] times = columns.column(column);
    int from = into.size();
    into.ensureRoom(times.length);
    System.arraycopy(times, 0, into.timestamps(), from, times.length);
    ValueType type = values.decode(times.length, into);
    into.setSize(from + times.length);
    into.join(type, from);
  }

  @Override
  public void rollups(RollupBuffer into) throws IOException {
    int column = rollupColumn();
    if (column < 0) {
      return;
    }
    long[] times = columns.column(column);
    int from = into.size();
    into.ensureRoom(times.length);
    System.arraycopy(times, 0, into.times(), from, times.length);
    ValueType type = data(Aggregate.SUM).decode(times.length, into.summed());
    data(Aggregate.COUNT).decode(times.length, into.counts(), from);
    data(Aggregate.MIN).decode(times.length, into.mins(), from);
    data(Aggregate.MAX).decode(times.length, into.maxes(), from);
    into.setSize(from + times.length);
    into.summed().join(type, from);
  }

  @Override
  public void close() {
    files.close();
  }

  /// Returns the column of the series, which all aggregates share.
  private int rollupColumn() throws IOException {
    int column = data(Aggregate.SUM).seek(names.metric(), names.series());
    for (Aggregate aggregate : ROLLUPS) {
      int other = data(aggregate).seek(names.metric(), names.series());
      if (other != column) {
        throw new IOException(
            "%s: series %d has column %d of %s and %d of SUM, wanted the same"
                .formatted(manifest.bucket(), names.series(), other, aggregate, column));
      }
    }
    return column;
  }

  /// Returns the cursor of an aggregate, whose file is opened on first use.
  private DataCursor data(Aggregate aggregate) throws IOException {
    DataCursor found = data.get(aggregate);
    if (found == null) {
      found = new DataCursor(aggregate, keys, files.open(TierFile.data(aggregate)));
      data.put(aggregate, found);
    }
    return found;
  }

  private BucketMarker marker() throws IOException {
    SstCursor cursor = files.require(TierFile.MARKER);
    if (!cursor.seek(keys.marker())) {
      throw cursor.broken("no marker", "one of " + manifest.bucket());
    }
    try {
      BucketMarker found = BucketMarker.parse(cursor.value());
      if (found.series() != manifest.series()) {
        throw cursor.broken(
            found.series() + " series", manifest.series() + " as the manifest says");
      }
      return found;
    } catch (FormatException e) {
      throw cursor.broken(e);
    }
  }
}
