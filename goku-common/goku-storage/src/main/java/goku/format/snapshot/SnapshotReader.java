package goku.format.snapshot;

import goku.codec.StreamImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.roaringbitmap.RoaringBitmap;

/// Reads snapshots, one frame after the other: takes the memory of one frame, which is about half a
/// megabyte or the largest record of the file. Stateless.
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

  /// Whether a file that begins with these bytes claims to be a snapshot.
  public static boolean isSnapshot(byte[] begin) {
    byte[] magic = SnapshotLayout.magic();
    return begin.length >= magic.length
        && Arrays.equals(begin, 0, magic.length, magic, 0, magic.length);
  }

  /// What the snapshot is of, from its beginning alone.
  ///
  /// @throws goku.format.FormatException when it is not the beginning of a snapshot
  public static SnapshotInfo info(Path file) throws IOException {
    try (var frames = new FrameReader(file)) {
      return frames.info();
    }
  }

  /// Reads all of the file and compares its checksums.
  ///
  /// @throws goku.format.FormatException when it is not whole
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

  /// Tells the visitor all of it.
  ///
  /// @throws goku.format.FormatException when it is not whole; the visitor may have been told a
  ///   part
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
