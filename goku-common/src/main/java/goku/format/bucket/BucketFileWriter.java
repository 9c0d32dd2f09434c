package goku.format.bucket;

import goku.query.PointBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes the file of a finalized bucket. The same series and datapoints give the same bytes. Owned
/// by one thread.
///
/// Terms are numbered: the metrics from zero on, then the pairs.
public final class BucketFileWriter implements AutoCloseable {
  /// @param file appears when the file is finished; until then its bytes are in one beside it
  /// @param metrics UTF-8 of all metrics, ascending by unsigned bytes
  /// @param pairs UTF-8 of all `key=value`, ascending by unsigned bytes
  public BucketFileWriter(Path file, BucketInfo info, List<byte[]> metrics, List<byte[]> pairs)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Appends a series. Series ascend by their terms, compared number by number, a prefix first.
  ///
  /// @param hash of the canonical name
  /// @param terms number of the metric, then those of the pairs, ascending by key
  /// @param points strictly ascending, inside the window, at least one
  public void add(long hash, int[] terms, int termCount, PointBuffer points) throws IOException {
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
