package goku.format.snapshot;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.roaringbitmap.RoaringBitmap;

/// A reader of snapshots that holds one frame in memory, about half a megabyte or the largest
/// record of the file. Stateless.
public final class SnapshotReader {
  private SnapshotReader() {}

  /// A visitor of the content of a snapshot, in the order in which it was written.
  public interface Visitor {
    void metric(byte[] utf8);

    void pair(byte[] utf8);

    /// Handles a series. The array is reused for the next series.
    void series(long hash, int[] terms, int termCount);

    void removed(long startMillis, RoaringBitmap entries);

    void streams(long startMillis, boolean sealed);

    /// Handles a stream. The image is reused for the next stream.
    void stream(int series, StreamImage image);
  }

  /// Returns whether a file with these first bytes claims to be a snapshot.
  public static boolean isSnapshot(byte[] begin) {
    byte[] magic = SnapshotLayout.magic();
    return begin.length >= magic.length
        && Arrays.equals(begin, 0, magic.length, magic, 0, magic.length);
  }

  /// Returns the description of the snapshot. Reads only the header.
  ///
  /// @throws goku.format.FormatException when the file does not begin with a valid header
  public static SnapshotInfo info(Path file) throws IOException {
    try (var frames = new FrameReader(file)) {
      return frames.info();
    }
  }

  /// Reads the whole file and verifies its checksums.
  ///
  /// @throws goku.format.FormatException when the file is not a complete snapshot
  public static void verify(Path file) throws IOException {
    try (var frames = new FrameReader(file)) {
      frames.info();
      while (frames.next()) {
        if (frames.isLast()) {
          long offset = frames.content().offset();
          EndRecord end = EndRecord.read(frames.content());
          if (end.frames() != frames.framesBefore()) {
            throw ByteReader.corrupt(
                offset, frames.framesBefore() + " frames before", end.frames() + " of them");
          }
        }
      }
    }
  }

  /// Passes the whole content to the visitor.
  ///
  /// @throws goku.format.FormatException when the file is not a complete snapshot; the visitor may
  ///   have received a part of it
  public static void read(Path file, Visitor visitor) throws IOException {
    try (var frames = new FrameReader(file)) {
      frames.info();
      var records = new RecordReader(visitor);
      while (frames.next()) {
        if (frames.isLast()) {
          long offset = frames.content().offset();
          EndRecord wanted = EndRecord.read(frames.content());
          EndRecord found = records.end(frames.framesBefore());
          if (!found.equals(wanted)) {
            throw ByteReader.corrupt(offset, found.toString(), wanted.toString());
          }
        } else {
          records.read(frames.content());
        }
      }
    }
  }
}
