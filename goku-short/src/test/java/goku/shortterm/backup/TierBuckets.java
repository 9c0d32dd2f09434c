package goku.shortterm.backup;

import goku.model.Disk;
import goku.model.Tier;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Manifests of buckets of tiers that have consumed one window of GokuS.
final class TierBuckets {
  private TierBuckets() {}

  /// @param diskShard the shard of GokuL of the bucket
  /// @param windowStart the start of the window
  /// @param memoryShard the shard of GokuS of the window
  /// @param consumed the generation of the consumed file
  static Manifest made(int tier, int diskShard, long windowStart, int memoryShard, int consumed) {
    long length = Disk.bucket(tier).toMillis();
    long start = Math.floorDiv(windowStart, length) * length;
    int windows = (int) (length / Tier.MEMORY_BUCKET.toMillis());
    List<Integer> generations = new ArrayList<>(Collections.nCopies(windows, ConsumedWindows.NONE));
    generations.set((int) ((windowStart - start) / Tier.MEMORY_BUCKET.toMillis()), consumed);
    return new Manifest(
        Manifest.VERSION,
        "ns",
        diskShard,
        tier,
        start,
        length,
        1,
        true,
        0,
        0,
        0,
        List.of(),
        List.of(),
        List.of(new ConsumedWindows(memoryShard, generations, Collections.nCopies(windows, 0L))));
  }
}
