package goku.shortterm.finalization;

import goku.shortterm.bucket.FinalizedPart;
import java.nio.file.Path;
import java.time.Duration;

/// The destination of a shard's bucket files. Called by the shard's writer.
public interface BucketOutput {
  /// The time before the expiry of a bucket from which on shards ask whether its file is in the
  /// tiers. Roots ask GokuL for the bucket ten minutes before GokuS drops it, and five more pass
  /// until a file counts as found.
  Duration NOTICE = Duration.ofMinutes(20);

  /// Returns whether all datapoints must be in files. If so, none expires before it is in a file,
  /// however long that takes. May change at any time.
  boolean wantsAll();

  /// Returns whether the file is known to be in the tiers of GokuL, so that its datapoints may
  /// expire here. Asked if all datapoints must be in files, `NOTICE` before they expire. Does not
  /// block.
  boolean isInTiers(FinalizedPart part);

  /// Returns whether files and snapshots may state their coverage, because all nodes can read that
  /// version of the formats. May change at any time.
  default boolean statesCoverage() {
    return true;
  }

  /// Returns whether snapshots may state the epoch of the log's leader, as for the coverage.
  default boolean statesEpoch() {
    return true;
  }

  /// Returns the path of a bucket's file.
  Path path(long startMillis, int generation);

  /// Reports that the file is written, mapped, and part of its bucket.
  void finalized(FinalizedPart part);

  /// Reports that the file is no longer part of its bucket, because of the next generation or
  /// expiry. It stays mapped until this call returns.
  void dropped(FinalizedPart part);
}
