package goku.shortterm.shard;

import goku.shortterm.bucket.Bucket;
import goku.shortterm.bucket.Buckets;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// The windows that a shard lacks datapoints of and has written no file of. Each becomes a file
/// that states this, even if the shard has nothing of the window and the window has expired.
/// Otherwise nobody would know of the loss once the shard forgets the time. Owned by the shard's
/// writer.
///
/// @param areStated whether files may state that they are incomplete; otherwise there is no window
record LostWindows(ShardHoles holes, Buckets buckets, ShardClock clock, BooleanSupplier areStated) {
  /// The limit of the age of a window, 31 days.
  private static final int MOST = 372;

  /// The limit of the windows of a decision, as their files are written one after the other.
  private static final int AT_A_TIME = 16;

  /// Returns the number of the first window before a bucket; empty if there is none.
  OptionalInt firstBefore(int bucket) {
    return before(bucket).findFirst();
  }

  /// Returns the numbers of the next windows before a bucket, ascending, as many as one decision
  /// finalizes.
  int[] nextBefore(int bucket) {
    return before(bucket).limit(AT_A_TIME).toArray();
  }

  private IntStream before(int bucket) {
    return holes.all().isEmpty() || !areStated.getAsBoolean()
        ? IntStream.empty()
        : IntStream.range(Math.max(holes.first(), Bucket.numberOf(clock.millis()) - MOST), bucket)
            .filter(holes::touch)
            .filter(this::isWithoutFile);
  }

  private boolean isWithoutFile(int number) {
    return buckets.all().stream()
        .filter(bucket -> bucket.number() == number)
        .noneMatch(bucket -> bucket.finalized().isPresent() || bucket.isUnsaved());
  }
}
