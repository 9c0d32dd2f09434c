package goku.root.routing;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// How long replicas that answered took of late, and from when on one that has not is slow.
/// Thread-safe.
final class Latencies {
  /// What is waited for.
  enum Wait {
    HEADER,
    GROUP,
    SUGGEST,
    KNOWN,
    LOOKUP,
    LAST
  }

  /// Enough that the percentile does not hang on single ones, few enough to follow a change of
  /// load.
  private static final int KEPT = 256;

  /// Before so many are known, none is slow before the greatest delay.
  private static final int ENOUGH = 20;

  private static final int REFRESH = 16;

  private final RoutingConfig config;
  private final Map<Wait, Window> windows = new EnumMap<>(Wait.class);

  Latencies(RoutingConfig config) {
    this.config = config;
    for (Wait wait : Wait.values()) {
      windows.put(wait, new Window());
    }
  }

  void record(Wait wait, long nanos) {
    window(wait).record(nanos);
  }

  /// Nanoseconds of silence after which another replica is asked.
  long delayNanos(Wait wait) {
    return window(wait).delayNanos;
  }

  private Window window(Wait wait) {
    return Objects.requireNonNull(windows.get(wait));
  }

  private final class Window {
    private final long[] nanos = new long[KEPT];
    private long count;
    private volatile long delayNanos = config.hedgeMaxDelay().toNanos();

    synchronized void record(long took) {
      nanos[(int) (count++ % KEPT)] = took;
      if (count >= ENOUGH && (count == ENOUGH || count % REFRESH == 0)) {
        delayNanos = delay();
      }
    }

    private long delay() {
      long[] sorted = Arrays.copyOf(nanos, (int) Math.min(count, KEPT));
      Arrays.sort(sorted);
      long percentile = sorted[(sorted.length * config.hedgePercentile()) / 100];
      long least = config.hedgeMinDelay().toNanos();
      return Math.min(Math.max(percentile, least), config.hedgeMaxDelay().toNanos());
    }
  }
}
