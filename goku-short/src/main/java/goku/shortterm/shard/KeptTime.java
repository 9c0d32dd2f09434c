package goku.shortterm.shard;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The time for which a shard keeps datapoints: the `memory-ttl` of its namespace, which may change
/// at any time. A shorter one takes effect some seconds later, because roots that do not know it
/// yet still query this store instead of GokuL for older data. Thread-safe.
public final class KeptTime implements Supplier<Duration> {
  /// The delay. All services know a change within 5 s; queries planned before may still start to
  /// read.
  static final Duration GRACE = Duration.ofSeconds(10);

  private final Supplier<Duration> wanted;
  private final InstantSource clock;

  // guarded by this
  private Duration kept;
  private @Nullable Instant shorterSince;

  /// @param wanted supplies the namespace's current value
  public KeptTime(Supplier<Duration> wanted, InstantSource clock) {
    this.wanted = wanted;
    this.clock = clock;
    kept = wanted.get();
  }

  @Override
  public synchronized Duration get() {
    Duration now = wanted.get();
    if (now.compareTo(kept) >= 0) {
      kept = now;
      shorterSince = null;
    } else if (shorterSince == null) {
      shorterSince = clock.instant();
    } else if (!clock.instant().isBefore(shorterSince.plus(GRACE))) {
      kept = now;
      shorterSince = null;
    }
    return kept;
  }
}
