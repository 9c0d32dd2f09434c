package goku.shortterm.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/// A task of a shard in S3, retried until it succeeds. Holds paths and numbers, no content.
interface BackupTask {
  /// What it is about. Of two tasks about the same path the later takes the earlier one's place.
  Path about();

  /// The beginning of the window whose file it brings to S3: before such tasks of later windows,
  /// whatever came first. Empty for tasks that keep their place.
  default OptionalLong window() {
    return OptionalLong.empty();
  }

  void run() throws IOException, InterruptedException;
}
