package goku.format.bucket;

import goku.query.PointBuffer;
import java.io.IOException;
import java.nio.file.Path;

/// The file of a finalized bucket, mapped into memory. Stays readable when the file is unlinked.
/// Thread-safe; nobody may read after `close`.
public final class BucketFile implements AutoCloseable {
  private BucketFile() {}

  /// Maps a file and verifies everything but the pages of the datapoints, which `verify` does.
  ///
  /// @throws goku.format.FormatException when it is not a whole bucket file
  public static BucketFile open(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }

  public BucketInfo info() {
    throw new UnsupportedOperationException();
  }

  /// The length of the file.
  public long bytes() {
    throw new UnsupportedOperationException();
  }

  /// Differs when anything in the file does.
  public long checksum() {
    throw new UnsupportedOperationException();
  }

  /// Terms below are metrics, those from here on are pairs.
  public int metricCount() {
    throw new UnsupportedOperationException();
  }

  public int termCount() {
    throw new UnsupportedOperationException();
  }

  /// The UTF-8 of a metric or `key=value`.
  public byte[] term(int number) {
    throw new UnsupportedOperationException();
  }

  /// Series are the entries 0 to `seriesCount() - 1`, ascending by their terms.
  public int seriesCount() {
    throw new UnsupportedOperationException();
  }

  public long pointCount() {
    throw new UnsupportedOperationException();
  }

  /// What a walk over all series is told of each; the array is used again for the next.
  @FunctionalInterface
  public interface SeriesVisitor {
    void visit(int entry, long hash, int[] terms, int termCount);
  }

  public void forEachSeries(SeriesVisitor visitor) {
    throw new UnsupportedOperationException();
  }

  /// The number of datapoints of a series.
  public int points(int entry) {
    throw new UnsupportedOperationException();
  }

  /// Appends the datapoints of a series, strictly ascending, to the buffer.
  public void read(int entry, PointBuffer into) {
    throw new UnsupportedOperationException();
  }

  /// Loads from the cache lines that reading the series begins with.
  public long touch(int entry) {
    throw new UnsupportedOperationException();
  }

  /// Compares the checksums of all pages.
  ///
  /// @throws goku.format.FormatException when one is wrong; the message says which
  public void verify() {
    throw new UnsupportedOperationException();
  }

  /// Writes the mapped bytes to another file: for when the file itself has gone.
  public void copyTo(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
