package goku.shortterm.shard;

import goku.shortterm.bucket.Bucket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/// The clock of a shard, and the expiry that follows from it. Changed by the shard's writer, read
/// by any thread.
final class ShardClock {
  private final Supplier<Duration> memoryTtl;
  private final InstantSource wall;

  /// The shard's time in epoch millis: the record time of its log while it replays, the wall clock
  /// once it has caught up. A late replay therefore accepts exactly the datapoints that the first
  /// reading of the log accepted. Monotonic.
  private volatile long time;

  private final IntSupplier heldFrom;

  /// @param memoryTtl supplies the current memory TTL
  /// @param heldFrom supplies the number of the first bucket that was not dropped
  ShardClock(Supplier<Duration> memoryTtl, IntSupplier heldFrom, InstantSource wall) {
    this.memoryTtl = memoryTtl;
    this.heldFrom = heldFrom;
    this.wall = wall;
  }

  /// Returns the wall clock in epoch millis.
  long wallMillis() {
    return wall.millis();
  }

  /// Returns the shard's time: it has applied all records that were written before.
  long millis() {
    return time;
  }

  /// Advances the shard's time. An earlier time has no effect.
  void advanceTo(long millis) {
    if (millis > time) {
      time = millis;
    }
  }

  /// Returns the number of the first bucket that is not expired. Never one that was dropped, even
  /// if the memory TTL grows: dropped data does not return, and a window with only late datapoints
  /// would replace the file that has all.
  int oldest() {
    return oldestIn(Duration.ZERO);
  }

  /// Returns the number of the first bucket that will not be expired after a time.
  int oldestIn(Duration later) {
    return Math.max(heldFrom.getAsInt(), oldestAt(time + later.toMillis()));
  }

  Duration memoryTtl() {
    return memoryTtl.get();
  }

  /// Returns whether the bucket with this start is expired for a shard that has all of its log.
  boolean isExpired(long bucketStartMillis) {
    return Bucket.numberOf(bucketStartMillis) < oldestByWall();
  }

  /// Returns the number of the first bucket that is not expired for a shard that has all of its
  /// log.
  int oldestByWall() {
    return oldestAt(wall.millis());
  }

  private int oldestAt(long millis) {
    return Bucket.numberOf(millis - memoryTtl.get().toMillis());
  }
}
