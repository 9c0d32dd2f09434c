package goku.shortterm.finalization;

import goku.shortterm.bucket.FinalizedPart;
import java.nio.file.Path;

/// Where the files of a shard's buckets go. Called by the shard's writer.
public interface BucketOutput {
  /// Whether somebody is to have all datapoints in files: then none expires before it is in one,
  /// however long that takes. May change at any time.
  boolean wantsAll();

  /// Where the file of a bucket belongs.
  Path path(long startMillis, int generation);

  /// The file is written, mapped, and part of its bucket.
  void finalized(FinalizedPart part);

  /// The file is not part of its bucket any more: the next generation took its place, or the bucket
  /// expired. It is still mapped, until this call returns.
  void dropped(FinalizedPart part);
}
