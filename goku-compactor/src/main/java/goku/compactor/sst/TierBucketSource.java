package goku.compactor.sst;

import goku.compactor.merge.SortedSource;
import goku.compactor.rollup.RollupBuffer;
import goku.query.PointBuffer;
import goku.tier.Manifest;
import java.nio.file.Path;

/// Reads a bucket of a tier from its SST files, which are verified as they are read. Owned by one
/// thread.
public final class TierBucketSource implements SortedSource {
  /// @param directory where the files that the manifest names are
  public TierBucketSource(Path directory, Manifest manifest) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String name() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean hasRaw() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long rollupMillis() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int metricCount() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int termCount() {
    throw new UnsupportedOperationException();
  }

  @Override
  public byte[] term(int number) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean next() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long hash() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int[] terms() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int termCountOfSeries() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void raw(PointBuffer into) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void rollups(RollupBuffer into) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
