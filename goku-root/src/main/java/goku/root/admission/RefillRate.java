package goku.root.admission;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.function.LongSupplier;

/// A rate with what may come at once after a pause.
///
/// @param perSecond at least 1
/// @param nanoTime elapsed time, as of `System.nanoTime()`
record RefillRate(int perSecond, Duration burst, LongSupplier nanoTime) {
  /// Queries that may come at once.
  long atOnce() {
    return Math.max(1, perSecond * burst.toMillis() / 1000);
  }

  /// A full bucket, which is thread-safe.
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
