package goku.shortterm.backup;

import java.io.IOException;
import java.nio.file.Path;

/// Something to be done for a shard in S3, tried again until it succeeds. Holds paths and numbers,
/// no content.
interface Task {
  /// What it is about. Of two tasks about the same path the later takes the earlier one's place.
  Path about();

  void run() throws IOException, InterruptedException;
}
