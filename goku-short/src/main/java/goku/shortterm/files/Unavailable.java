package goku.shortterm.files;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Tier;
import java.util.Set;

/// The bucket files of a snapshot that are neither on the disk nor in S3, and without which a shard
/// is restored. Each is named by the begin of its window.
///
/// @param inTiers those whose datapoints are known to be in the tiers
/// @param destroyed those of expired windows that the tiers are known to lack, so that nothing has
///   their datapoints
public record Unavailable(Set<Long> inTiers, Set<Long> destroyed) {
  public static final Unavailable NONE = new Unavailable(Set.of(), Set.of());

  public Unavailable {
    inTiers = Set.copyOf(inTiers);
    destroyed = Set.copyOf(destroyed);
  }

  /// Returns the windows whose datapoints nothing has.
  Holes holes() {
    Holes holes = Holes.NONE;
    for (long start : destroyed) {
      long end = start + Tier.MEMORY_BUCKET.toMillis();
      holes = holes.plus(new Hole(start, end, HoleCause.DAMAGED));
    }
    return holes;
  }
}
