package goku.compactor.plan;

import goku.tier.BucketKey;
import java.util.List;

/// Objects that nobody needs any more.
///
/// @param bucket of a delete, the lowest one of GokuL with the begin of its range, generation 0
/// @param keys to be removed in this order
public record Removal(BucketKey bucket, Reason reason, List<String> keys) {
  /// Why.
  public enum Reason {
    /// Its time to live has passed, and the next tier has it.
    EXPIRED,
    /// A delete that is done: everything was made without what it is about.
    DONE,
    /// A newer generation is complete.
    REPLACED,
    /// Nobody completes it, or nobody asked for it.
    LEFTOVER
  }

  public Removal {
    keys = List.copyOf(keys);
  }
}
