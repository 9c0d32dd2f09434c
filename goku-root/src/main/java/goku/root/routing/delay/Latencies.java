package goku.root.routing.delay;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// How long replicas that answered took of late, and from when on one that has not is slow.
/// Thread-safe.
public final class Latencies {
  /// What is waited for.
  public enum Wait {
    HEADER,
    GROUP,
    SUGGEST,
    KNOWN,
    LOOKUP,
    LAST,
    USAGE,
    TAGS
  }

  /// Enough that the percentile does not hang on single ones, few enough to follow a change of
  /// load.
  private static final int KEPT = 256;

  /// Before so many are known, none is slow before the greatest delay.
  private static final int ENOUGH = 20;

  private static final int REFRESH = 16;

  private final int percentile;
  private final long leastNanos;
  private final long mostNanos;
  private final Map<Wait, Window> windows = new EnumMap<>(Wait.class);

  /// @param percentile of recent latencies, which is the delay between the least and the most
  public Latencies(int percentile, Duration least, Duration most) {
    this.percentile = percentile;
    leastNanos = least.toNanos();
    mostNanos = most.toNanos();
    for (Wait wait : Wait.values()) {
      windows.put(wait, new Window());
    }
  }

  public void record(Wait wait, long nanos) {
    window(wait).record(nanos);
  }

  /// Nanoseconds of silence after which another replica is asked.
  public long delayNanos(Wait wait) {
    return window(wait).delayNanos;
  }

  private Window window(Wait wait) {
    return Objects.requireNonNull(windows.get(wait));
  }

  private final class Window {
    private final long[] nanos = new long[KEPT];
    private long count;
    private volatile long delayNanos = mostNanos;

    synchronized void record(long took) {
      nanos[(int) (count++ % KEPT)] = took;
      if (count >= ENOUGH && (count == ENOUGH || count % REFRESH == 0)) {
        delayNanos = delay();
      }
    }

    private long delay() {
      long[] sorted = Arrays.copyOf(nanos, (int) Math.min(count, KEPT));
      Arrays.sort(sorted);
      long delay = sorted[(sorted.length * percentile) / 100];
      return Math.min(Math.max(delay, leastNanos), mostNanos);
    }
  }
}
