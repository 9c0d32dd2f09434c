package goku.standalone.bench.load;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.BlockingBucket;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A limit on the rate at which datapoints are sent. Thread-safe.
public final class SendThrottle {
  /// Sends as fast as the receiver accepts.
  public static final SendThrottle UNLIMITED = new SendThrottle(null);

  /// The number of bursts per second. A burst is as long as a producer gathers.
  private static final int BURSTS_A_SECOND = 200;

  private final @Nullable BlockingBucket bucket;

  private SendThrottle(@Nullable BlockingBucket bucket) {
    this.bucket = bucket;
  }

  /// Returns a throttle of a fixed rate.
  ///
  /// @param datapoints a second, at least 1
  /// @param payload the most datapoints that are sent at once
  public static SendThrottle of(long datapoints, int payload) {
    Bandwidth rate =
        Bandwidth.builder()
            .capacity(Math.max(payload, datapoints / BURSTS_A_SECOND))
            .refillGreedy(datapoints, Duration.ofSeconds(1))
            .initialTokens(0)
            .build();
    return new SendThrottle(
        Bucket.builder().addLimit(rate).withNanosecondPrecision().build().asBlocking());
  }

  /// Waits until the rate permits the datapoints.
  void take(int datapoints) {
    if (bucket != null) {
      bucket.consumeUninterruptibly(datapoints);
    }
  }
}
