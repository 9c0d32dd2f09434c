package goku.shortterm.lifecycle;

import goku.model.ShardId;
import goku.shortterm.files.FileCopies;

/// The listing of S3 that a shard waits for. The disk cannot restore it and its log no longer has
/// its first records, or a file of an expired window is gone: only S3 tells what it lacks. If it
/// was served meanwhile, it would forget windows that are in a snapshot in S3 or nowhere, and in no
/// tier. Its records stay in the log.
///
/// @param isKnown whether the shard waits, and is closed
record MissingListing(ShardId shard, FileCopies copies, boolean isKnown) {
  static String complaint() {
    return "UNAVAILABLE: waits for S3, because the disk and its topic lack what only S3 may"
        + " have. Make S3 available; nothing is lost meanwhile as long as the topic keeps its"
        + " records";
  }

  /// Throws if S3 answers, so that the shard is opened again.
  void requireNoMore() {
    if (copies.hasBetterSnapshot(shard)) {
      throw new IllegalStateException("S3 answers: shard %s is opened again".formatted(shard));
    }
  }
}
