package goku.compactor.sst;

import goku.compactor.merge.SeriesSink;
import goku.compactor.rollup.RollupBuffer;
import goku.format.sst.SstBucket;
import goku.query.PointBuffer;
import goku.tier.StoredFile;
import java.nio.file.Path;
import java.util.List;

/// Writes a bucket of a tier as SST files. The same terms, series and datapoints give the same
/// bytes. Owned by one thread. First all terms, ascending, then the series.
public final class TierBucketWriter implements SeriesSink, AutoCloseable {
  /// @param directory where the files go; it exists and is empty
  /// @param raw whether raw datapoints are kept
  /// @param rollups whether there are rollups
  public TierBucketWriter(Path directory, SstBucket bucket, boolean raw, boolean rollups) {
    throw new UnsupportedOperationException();
  }

  /// Adds a metric; the first one is number 0. All before the first pair.
  @Override
  public void metric(byte[] utf8) {
    throw new UnsupportedOperationException();
  }

  /// Adds a pair, `key=value`, with the next number. All before the first series.
  @Override
  public void pair(byte[] utf8) {
    throw new UnsupportedOperationException();
  }

  /// Adds a series, behind those before by its terms. It is left out, with its terms unused, if
  /// there are neither datapoints nor rollups to keep.
  ///
  /// @param points raw datapoints, strictly ascending, inside the window; ignored without `raw`
  /// @param rollups strictly ascending, inside the window; ignored without `rollups`
  @Override
  public void add(long hash, int[] terms, int termCount, PointBuffer points, RollupBuffer rollups) {
    throw new UnsupportedOperationException();
  }

  public int series() {
    throw new UnsupportedOperationException();
  }

  /// Raw datapoints, or without them, rollups.
  public long points() {
    throw new UnsupportedOperationException();
  }

  /// Completes the files and forces them to the disk; ascending by name.
  public List<StoredFile> finish() {
    throw new UnsupportedOperationException();
  }

  /// Removes what was written unless it is finished.
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
