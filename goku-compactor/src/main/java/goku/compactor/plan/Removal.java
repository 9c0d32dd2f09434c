package goku.compactor.plan;

import goku.tier.BucketKey;
import java.util.List;

/// A removal of objects that are no longer needed.
///
/// @param bucket bucket of the objects; for a delete, the lowest one of GokuL with the start of its
///   range, generation 0
/// @param keys keys in the order of removal
public record Removal(BucketKey bucket, Reason reason, List<String> keys) {
  /// The reason of a removal.
  public enum Reason {
    /// The time to live has passed, and the next tier has the data.
    EXPIRED,
    /// The delete is done: all buckets were built without the deleted data.
    DONE,
    /// A newer generation is complete.
    REPLACED,
    /// No compactor will complete the objects, or no marker names them.
    LEFTOVER
  }

  public Removal {
    keys = List.copyOf(keys);
  }
}
