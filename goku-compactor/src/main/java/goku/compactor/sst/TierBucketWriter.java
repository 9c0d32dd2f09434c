package goku.compactor.sst;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SeriesSink;
import goku.compactor.sst.file.SstFile;
import goku.compactor.sst.file.TierFile;
import goku.compactor.sst.file.TierFiles;
import goku.format.sst.Aggregate;
import goku.format.sst.BucketMarker;
import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import goku.model.PointBuffer;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A writer of a bucket of a tier as SST files: first all terms, ascending, then the series. The
/// same terms, series and datapoints give the same bytes. Owned by one thread.
///
/// All data go to the files as they come. Memory holds 16 bytes for each term, the texts of metrics
/// and tag keys, about 30 bytes for each distinct column of timestamps, the largest series, and 8
/// bytes for each pair of each series of the current metric.
///
/// A bucket that cannot be written, for example for lack of disk space, leaves no files once the
/// writer is closed. The writer cannot be used after an error.
public final class TierBucketWriter implements SeriesSink, AutoCloseable {
  private static final int NONE = -1;

  private final boolean raw;
  private final boolean withRollups;
  private final SstKeys keys;
  private final TierFiles files;
  private final Terms terms;
  private final SeriesOrder order;
  private final NamesFile names;
  private final MetricPostings postings;
  private final SharedColumns columns;
  private final DataFiles data;

  private int metric = NONE;
  private int firstSeries;
  private int series;
  private long points;

  /// The state of the writer: false once finished, and after an error within a series.
  private boolean usable = true;

  /// @param directory existing empty directory for the files
  /// @param raw whether raw datapoints are kept
  /// @param rollups whether there are rollups
  /// @throws IllegalArgumentException when the bucket does not fit into keys
  public TierBucketWriter(Path directory, SstBucket bucket, boolean raw, boolean rollups) {
    this.raw = raw;
    withRollups = rollups;
    keys = new SstKeys(bucket);
    files = new TierFiles(directory);
    terms =
        new Terms(
            keys,
            files.get(TierFile.TERMS),
            files.get(TierFile.PAIRS),
            files.get(TierFile.METRICS));
    order = new SeriesOrder(terms);
    names = new NamesFile(keys, files.get(TierFile.NAMES));
    postings =
        new MetricPostings(
            keys, files.get(TierFile.POSTINGS), files.get(TierFile.KEY_POSTINGS), terms);
    columns =
        new SharedColumns(new ColumnFile(keys, bucket.startMillis(), files.get(TierFile.COLUMNS)));
    data = new DataFiles(keys, files);
  }

  /// Adds a metric; the first one is number 0. All metrics come before the first pair.
  ///
  /// @throws IllegalArgumentException when it does not come after the previous one
  @Override
  public void metric(byte[] utf8) throws IOException {
    requireTerms();
    terms.metric(utf8);
  }

  /// Adds a pair, `key=value`, with the next number. All pairs come before the first series.
  ///
  /// @throws IllegalArgumentException when it is no pair, or does not come after the previous one
  @Override
  public void pair(byte[] utf8) throws IOException {
    requireTerms();
    terms.pair(utf8);
  }

  /// Adds a series, which must come after the previous ones by its terms. Skips the series, and
  /// leaves its terms unused, if it has neither datapoints nor rollups to keep.
  ///
  /// @param hash hash of the canonical name
  /// @param terms number of the metric, then those of the pairs, ascending by key
  /// @param points raw datapoints, strictly ascending, inside the window; ignored without `raw`
  /// @param rollups rollups, strictly ascending, inside the window; ignored without `rollups`
  /// @throws IllegalArgumentException when the arguments differ from this, or exceed 200,000,000
  ///   datapoints
  @Override
  public void add(long hash, int[] terms, int termCount, PointBuffer points, RollupBuffer rollups)
      throws IOException {
    requireUsable();
    int rawPoints = raw ? points.size() : 0;
    int rollupPoints = withRollups ? rollups.size() : 0;
    if (rawPoints == 0 && rollupPoints == 0) {
      return;
    }
    usable = false;
    order.check(terms, termCount);
    if (terms[0] != metric) {
      endMetric();
      metric = terms[0];
      firstSeries = series;
    }
    if (rawPoints > 0) {
      int column = columns.raw(points);
      data.put(Aggregate.RAW, metric, series, column, points);
    }
    if (rollupPoints > 0) {
      addRollups(rollups);
    }
    names.add(series, hash, this.terms.check(terms, termCount), terms, termCount);
    postings.add(terms, termCount);
    series = Math.incrementExact(series);
    this.points += raw ? rawPoints : rollupPoints;
    usable = true;
  }

  public int series() {
    return series;
  }

  /// Returns the number of raw datapoints or, without them, of rollups.
  public long points() {
    return points;
  }

  /// Completes the files, forces them to disk and returns them, ascending by name.
  public List<StoredFile> finish() throws IOException {
    requireUsable();
    usable = false;
    endMetric();
    SstFile reverse = files.get(TierFile.TERMS);
    reverse.finish();
    TagFile.write(keys, terms.tagKeys(), reverse, files.get(TierFile.TAGS));
    var marker = new BucketMarker(terms.metrics(), terms.count() - terms.metrics(), series, points);
    files.get(TierFile.MARKER).put(keys.marker(), marker.toBytes());
    return files.finish();
  }

  /// Removes the files unless the bucket is finished.
  @Override
  public void close() throws IOException {
    usable = false;
    files.close();
  }

  private void addRollups(RollupBuffer rollups) throws IOException {
    int count = rollups.size();
    int column = columns.rollups(rollups);
    data.put(Aggregate.SUM, metric, series, column, rollups.summed());
    data.put(Aggregate.COUNT, metric, series, column, rollups.counts(), count);
    data.put(Aggregate.MIN, metric, series, column, rollups.mins(), count);
    data.put(Aggregate.MAX, metric, series, column, rollups.maxes(), count);
  }

  private void endMetric() throws IOException {
    if (metric != NONE) {
      names.flush(metric);
      postings.flush(metric, firstSeries);
      terms.endMetric(metric, firstSeries, series - firstSeries);
    }
  }

  private void requireTerms() {
    requireUsable();
    if (metric != NONE) {
      throw new IllegalStateException("cannot add a term after the first series");
    }
  }

  private void requireUsable() {
    if (!usable) {
      throw new IllegalStateException("cannot use the writer: finished, closed, or failed before");
    }
  }
}
