package goku.root.admission;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The refill rate of a token bucket, with its burst.
///
/// @param perSecond at least 1
/// @param nanoTime elapsed time, as of `System.nanoTime()`
record RefillRate(int perSecond, Duration burst, LongSupplier nanoTime) {
  /// Returns the number of queries in a burst.
  long atOnce() {
    return Math.max(1, perSecond * burst.toMillis() / 1000);
  }

  /// Returns a full, thread-safe bucket.
  Bucket bucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(atOnce()).refillGreedy(perSecond, Duration.ofSeconds(1)))
        .withCustomTimePrecision(meter())
        .build();
  }

  private TimeMeter meter() {
    return new TimeMeter() {
      @Override
      public long currentTimeNanos() {
        return nanoTime.getAsLong();
      }

      @Override
      public boolean isWallClockBased() {
        return false;
      }
    };
  }
}
