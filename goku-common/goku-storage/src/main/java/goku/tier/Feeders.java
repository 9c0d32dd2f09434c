package goku.tier;

import goku.model.Sharding;
import java.util.stream.IntStream;

/// The relation between shards of GokuS and shards of GokuL that can have the same series. Both
/// layers of sharding cut the range of a hash into equal parts, so two shards are related if their
/// parts overlap in both layers. With the same sharding, each shard is related to itself only.
public final class Feeders {
  private final int[][] feeders;
  private final int[][] fed;

  public Feeders(Sharding memory, Sharding disk) {
    feeders = overlaps(disk, memory);
    fed = overlaps(memory, disk);
  }

  /// Returns the shards of one sharding that have series of a shard of another one, ascending.
  /// Looks at one shard only.
  public static IntStream related(int shard, Sharding of, Sharding with) {
    return shard < of.shards()
        ? IntStream.range(0, with.shards()).filter(other -> overlap(of, shard, with, other))
        : IntStream.empty();
  }

  /// Returns the shards of GokuS that have series of a shard of GokuL, ascending.
  public IntStream of(int diskShard) {
    return IntStream.of(feeders[diskShard]);
  }

  public int count(int diskShard) {
    return feeders[diskShard].length;
  }

  /// Returns the shards of GokuL that have series of a shard of GokuS, ascending.
  public IntStream fedBy(int memoryShard) {
    return memoryShard < fed.length ? IntStream.of(fed[memoryShard]) : IntStream.empty();
  }

  private static int[][] overlaps(Sharding of, Sharding with) {
    return IntStream.range(0, of.shards())
        .mapToObj(one -> related(one, of, with).toArray())
        .toArray(int[][]::new);
  }

  private static boolean overlap(Sharding a, int one, Sharding b, int other) {
    return overlap(
            one / a.shardsPerGroup(), a.shardGroups(), other / b.shardsPerGroup(), b.shardGroups())
        && overlap(
            one % a.shardsPerGroup(),
            a.shardsPerGroup(),
            other % b.shardsPerGroup(),
            b.shardsPerGroup());
  }

  /// Returns whether `[i / n, (i + 1) / n)` and `[j / m, (j + 1) / m)` overlap.
  private static boolean overlap(long i, long n, long j, long m) {
    return i * m < (j + 1) * n && j * n < (i + 1) * m;
  }
}
