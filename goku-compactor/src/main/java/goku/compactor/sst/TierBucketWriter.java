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

/// Writes a bucket of a tier as SST files. The same terms, series and datapoints give the same
/// bytes. Owned by one thread. First all terms, ascending, then the series.
///
/// Everything goes to the files as it comes. Memory holds 16 bytes of each term, the texts of
/// metrics and tag keys, some 30 bytes of each distinct column of timestamps, the largest series,
/// and of the metric whose series come 8 bytes of each pair of each series.
///
/// A bucket that cannot be written, for want of space for instance, leaves nothing once it is
/// closed. The same writer cannot go on.
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

  /// False once finished, and after an error that may have left half a series.
  private boolean usable = true;

  /// @param directory where the files go; it exists and is empty
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

  /// Adds a metric; the first one is number 0. All before the first pair.
  ///
  /// @throws IllegalArgumentException when it is not behind the one before
  @Override
  public void metric(byte[] utf8) throws IOException {
    requireTerms();
    terms.metric(utf8);
  }

  /// Adds a pair, `key=value`, with the next number. All before the first series.
  ///
  /// @throws IllegalArgumentException when it is none, or not behind the one before
  @Override
  public void pair(byte[] utf8) throws IOException {
    requireTerms();
    terms.pair(utf8);
  }

  /// Adds a series, behind those before by its terms. It is left out, with its terms unused, if
  /// there are neither datapoints nor rollups to keep.
  ///
  /// @param hash of the canonical name
  /// @param terms number of the metric, then those of the pairs, ascending by key
  /// @param points raw datapoints, strictly ascending, inside the window; ignored without `raw`
  /// @param rollups strictly ascending, inside the window; ignored without `rollups`
  /// @throws IllegalArgumentException when they are not so, or more than 200,000,000
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
      data.put(Aggregate.RAW, metric, series, column, points.values(), rawPoints);
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

  /// Raw datapoints, or without them, rollups.
  public long points() {
    return points;
  }

  /// Completes the files and forces them to the disk; ascending by name.
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

  /// Removes what was written unless it is finished.
  @Override
  public void close() throws IOException {
    usable = false;
    files.close();
  }

  private void addRollups(RollupBuffer rollups) throws IOException {
    int count = rollups.size();
    int column = columns.rollups(rollups);
    data.put(Aggregate.SUM, metric, series, column, rollups.sums(), count);
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
      throw new IllegalStateException("a term behind the first series");
    }
  }

  private void requireUsable() {
    if (!usable) {
      throw new IllegalStateException("the bucket is finished, closed, or broken by an error");
    }
  }
}
