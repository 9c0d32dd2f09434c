package goku.shortterm.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The directory of one shard. Names say what a file is:
///
/// | name | content |
/// | --- | --- |
/// | `bucket-<start, seconds>-<generation>.goku` | a finalized bucket |
/// | `snapshot-<offset>.goku` | a snapshot of the active data |
/// | `*.part` | being written or downloaded; removed at the next start |
/// | `*.broken` | could not be read, kept for whoever looks into it |
///
/// Thread-safe.
public final class ShardFiles {
  /// Makes the directory if need be, and removes what was not finished.
  public ShardFiles(Path directory) throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Where the file of a bucket belongs.
  public Path bucket(long startMillis, int generation) {
    throw new UnsupportedOperationException();
  }

  /// Where a snapshot belongs.
  public Path snapshot(long offset) {
    throw new UnsupportedOperationException();
  }

  /// The files of buckets that are there.
  public List<Path> buckets() throws IOException {
    throw new UnsupportedOperationException();
  }

  /// The snapshots that are there, those of the highest offset first.
  public List<Path> snapshots() throws IOException {
    throw new UnsupportedOperationException();
  }

  /// Renames a file that cannot be read, so that nothing reads it again. Logged and counted.
  public void setAside(Path file, Exception why) {
    throw new UnsupportedOperationException();
  }

  /// Removes a file that is not needed any more; one that is not there, too. A failure is logged.
  public void remove(Path file) {
    throw new UnsupportedOperationException();
  }
}
