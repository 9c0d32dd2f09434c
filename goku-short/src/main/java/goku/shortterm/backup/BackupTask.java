package goku.shortterm.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/// A task of a shard in S3, retried until it succeeds. Holds paths and numbers, no content.
interface BackupTask {
  /// Returns the subject. A later task about the same path replaces an earlier one.
  Path about();

  /// Returns the start of the window whose file is uploaded. Such tasks run in the order of
  /// windows. Empty for tasks that keep their place.
  default OptionalLong window() {
    return OptionalLong.empty();
  }

  void run() throws IOException, InterruptedException;
}
