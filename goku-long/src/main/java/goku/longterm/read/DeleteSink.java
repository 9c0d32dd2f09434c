package goku.longterm.read;

import goku.query.DeleteOutcome;

/// Where deletes of a shard go. Thread-safe.
public interface DeleteSink {
  /// When it returns `DONE`, buckets that are pinned later say what the delete is about.
  DeleteOutcome delete(long madeMillis, byte[] content);

  /// A bucket was read that still has what was deleted.
  void masked();
}
