package goku.format.snapshot;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Path;
import org.roaringbitmap.RoaringBitmap;

/// Reads snapshots. Stateless.
public final class SnapshotReader {
  private SnapshotReader() {}

  /// What is told of a snapshot's content, in the order in which it was written.
  public interface Visitor {
    void metric(byte[] utf8);

    void pair(byte[] utf8);

    /// The array is used again for the next series.
    void series(long hash, int[] terms, int termCount);

    void removed(long startMillis, RoaringBitmap entries);

    void streams(long startMillis, boolean sealed);

    /// The image is used again for the next stream.
    void stream(int series, StreamImage image);
  }

  /// What the snapshot is of, from its beginning alone.
  ///
  /// @throws goku.format.FormatException when it is not the beginning of a snapshot
  public static SnapshotInfo info(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Reads all of the file and compares its checksums.
  ///
  /// @throws goku.format.FormatException when it is not whole
  public static void verify(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Tells the visitor all of it.
  ///
  /// @throws goku.format.FormatException when it is not whole; the visitor may have been told a
  ///   part
  public static void read(Path file, Visitor visitor) throws IOException {
    throw new UnsupportedOperationException();
  }
}
