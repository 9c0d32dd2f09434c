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

/// What callers may do in a second by the auth file, in this process. A caller may go into debt by
/// one request, whose size is known only when it has been read, and then waits until that is paid;
/// so a request is never taken in part. Thread-safe.
public final class Quotas {
  /// After a pause as much may come at once as in this time.
  private static final Duration BURST = Duration.ofSeconds(10);

  /// One bucket for each name of the auth file, of which there are few.
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  private final ToIntFunction<Grant> rate;
  private final TimeMeter meter;

  private record Account(int perSecond, Bucket bucket) {}

  /// @param rate which of the rates of a grant this is about
  /// @param nanoTime elapsed time, as of `System.nanoTime()`
  public Quotas(ToIntFunction<Grant> rate, LongSupplier nanoTime) {
    this.rate = rate;
    this.meter = new Meter(nanoTime);
  }

  /// How long the caller has to wait before anything more is taken; zero when nothing is owed.
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

  /// Takes an amount, of more than there is too.
  public void charge(Caller caller, long amount) {
    int perSecond = perSecond(caller);
    if (perSecond > 0 && amount > 0) {
      bucket(caller, perSecond).consumeIgnoringRateLimits(amount);
    }
  }

  /// The rate of the caller; 0 for none.
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
