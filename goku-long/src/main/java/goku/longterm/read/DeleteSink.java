package goku.longterm.read;

import goku.query.DeleteOutcome;

/// The receiver of the deletes of a shard. Thread-safe.
public interface DeleteSink {
  /// Takes a delete. Once this returns `DONE`, buckets that are pinned later carry the delete.
  DeleteOutcome delete(long madeMillis, byte[] content);

  /// Counts the read of a bucket that still contains deleted data.
  void masked();
}
