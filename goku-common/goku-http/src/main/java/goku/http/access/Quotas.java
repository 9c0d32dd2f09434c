package goku.http.access;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/// The rates per second that the auth file permits to callers, in this process. A caller may exceed
/// the rate by one request, whose size is known only after it was read, and then waits until that
/// is paid back. A request is therefore never accepted in part. Thread-safe.
public final class Quotas {
  /// The burst after a pause, as a time at the full rate.
  private static final Duration BURST = Duration.ofSeconds(10);

  /// The token buckets by name in the auth file, of which there are few.
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  private final ToIntFunction<Grant> rate;
  private final TimeMeter meter;

  private record Account(int perSecond, Bucket bucket) {}

  /// @param rate selects one rate of a grant
  /// @param nanoTime elapsed time, like `System.nanoTime()`
  public Quotas(ToIntFunction<Grant> rate, LongSupplier nanoTime) {
    this.rate = rate;
    this.meter = new Meter(nanoTime);
  }

  /// Returns how long the caller has to wait before it may continue; zero if it owes nothing.
  public Duration wait(Caller caller) {
    int perSecond = perSecond(caller);
    if (perSecond == 0) {
      return Duration.ZERO;
    }
    EstimationProbe probe = bucket(caller, perSecond).estimateAbilityToConsume(1);
    return probe.canBeConsumed()
        ? Duration.ZERO
        : Duration.ofNanos(probe.getNanosToWaitForRefill());
  }

  /// Charges an amount, which may exceed the balance.
  public void charge(Caller caller, long amount) {
    int perSecond = perSecond(caller);
    if (perSecond > 0 && amount > 0) {
      bucket(caller, perSecond).consumeIgnoringRateLimits(amount);
    }
  }

  /// Returns the rate of the caller; 0 for none.
  public int perSecond(Caller caller) {
    return caller.name() == null ? 0 : rate.applyAsInt(caller.grant());
  }

  private Bucket bucket(Caller caller, int perSecond) {
    return accounts.compute(
            Objects.requireNonNull(caller.name()),
            (name, old) ->
                old != null && old.perSecond == perSecond
                    ? old
                    : new Account(perSecond, newBucket(perSecond)))
        .bucket;
  }

  private Bucket newBucket(int perSecond) {
    long capacity = perSecond * BURST.toSeconds();
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(capacity).refillGreedy(perSecond, Duration.ofSeconds(1)))
        .withCustomTimePrecision(meter)
        .build();
  }

  private record Meter(LongSupplier nanoTime) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanoTime.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
