package goku.compactor.merge;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.series.SortedSource;
import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketSeriesCursor;
import goku.model.PointBuffer;
import java.io.IOException;
import java.nio.file.Path;

/// A source that reads a bucket file, which has raw datapoints only. Owned by one thread.
public final class BucketFileSource implements SortedSource {
  private final Path path;
  private final BucketFile file;
  private final BucketSeriesCursor series;

  private BucketFileSource(Path path, BucketFile file) {
    this.path = path;
    this.file = file;
    series = file.series();
  }

  /// Maps a file and verifies all of it.
  ///
  /// @throws goku.format.FormatException when it is not a complete bucket file
  public static BucketFileSource open(Path path) throws IOException {
    BucketFile file = BucketFile.open(path);
    boolean whole = false;
    try {
      file.verify();
      whole = true;
      return new BucketFileSource(path, file);
    } finally {
      if (!whole) {
        file.close();
      }
    }
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public boolean hasRaw() {
    return true;
  }

  @Override
  public long rollupMillis() {
    return 0;
  }

  @Override
  public int metricCount() {
    return file.metricCount();
  }

  @Override
  public int termCount() {
    return file.termCount();
  }

  @Override
  public byte[] term(int number) {
    return file.term(number);
  }

  @Override
  public boolean next() {
    return series.next();
  }

  @Override
  public long hash() {
    return series.hash();
  }

  @Override
  public int[] terms() {
    return series.terms();
  }

  @Override
  public int termCountOfSeries() {
    return series.termCount();
  }

  @Override
  public void raw(PointBuffer into) {
    file.read(series.entry(), into);
  }

  @Override
  public void rollups(RollupBuffer into) {}

  @Override
  public void close() {
    file.close();
  }
}
