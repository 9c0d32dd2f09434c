package goku.shortterm.backup;

import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.Path;

/// The checks of files, and access to their content. Unreadable files cause a
/// [goku.format.FormatException].
interface FileChecks {
  /// Verifies everything but the pages of datapoints.
  BucketContent openBucket(Path file) throws IOException;

  /// Reads the info from the start of the file, which may be all that exists.
  SnapshotInfo snapshotInfo(Path file) throws IOException;

  /// Verifies the whole file.
  void verifySnapshot(Path file) throws IOException;

  /// Returns the checks of the actual formats.
  static FileChecks ofFormats() {
    return new Formats();
  }

  /// The implementation for the actual formats.
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
