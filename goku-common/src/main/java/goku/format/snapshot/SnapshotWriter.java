package goku.format.snapshot;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Path;
import org.roaringbitmap.RoaringBitmap;

/// Writes a snapshot from its beginning to its end. Owned by one thread.
///
/// Terms and series are numbered from zero on in the order in which they are written, each before
/// what names it.
public final class SnapshotWriter implements AutoCloseable {
  /// @param file appears when the snapshot is finished; until then its bytes are in one beside it
  public SnapshotWriter(Path file, SnapshotInfo info) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Adds a metric. Returns its number among all terms.
  public int metric(byte[] utf8) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Adds a `key=value`. Returns its number among all terms.
  public int pair(byte[] utf8) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Adds a series. Returns its number.
  ///
  /// @param terms number of the metric, then those of the pairs, ascending by key
  public int series(long hash, int[] terms, int termCount) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Says which entries of a bucket's file are not there any more.
  public void removed(long startMillis, RoaringBitmap entries) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Begins streams of a bucket. Those of the same bucket that begin later hold later arrivals.
  ///
  /// @param sealed whether the bucket's finalization was decided while these streams were filled,
  ///   so that they are to be finalized
  public void streams(long startMillis, boolean sealed) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Adds a stream to those begun last.
  public void stream(int series, StreamImage image) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Completes the file, forces it to the disk and gives it its name.
  public void finish() throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Removes what was written unless it is finished.
  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException();
  }
}
