package goku.shortterm.backup;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.Path;

/// Whether files are whole, and what they hold. What cannot be read is a
/// [goku.format.FormatException].
interface FileChecks {
  /// Verifies all but the pages of datapoints.
  BucketContent openBucket(Path file) throws IOException;

  /// From the beginning of the file alone, which may be all there is.
  SnapshotInfo snapshotInfo(Path file) throws IOException;

  /// Reads all of it.
  void verifySnapshot(Path file) throws IOException;

  /// Those of the formats.
  static FileChecks ofFormats() {
    return new Formats();
  }

  /// The real ones.
  record Formats() implements FileChecks {
    @Override
    public BucketContent openBucket(Path file) throws IOException {
      return BucketContent.of(BucketFile.open(file));
    }

    @Override
    public SnapshotInfo snapshotInfo(Path file) throws IOException {
      return SnapshotReader.info(file);
    }

    @Override
    public void verifySnapshot(Path file) throws IOException {
      SnapshotReader.verify(file);
    }
  }
}
