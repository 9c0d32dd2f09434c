package goku.shortterm.shard;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// For how long a shard keeps datapoints: the `memory-ttl` of its namespace, which may change at
/// any time. A shorter one counts some seconds later, because roots that have not heard of it yet
/// still ask this store, and not GokuL, for what would be gone. Thread-safe.
public final class KeptTime implements Supplier<Duration> {
  /// Within 5 s all services have heard; queries of before may still begin to read.
  static final Duration GRACE = Duration.ofSeconds(10);

  private final Supplier<Duration> wanted;
  private final InstantSource clock;

  // guarded by this
  private Duration kept;
  private @Nullable Instant shorterSince;

  /// @param wanted what the namespace says at present
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
