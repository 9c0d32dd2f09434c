package goku.root.routing.delay;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// How long replicas that answered took of late, and from when on one that has not is slow.
/// Thread-safe.
public final class HedgeDelays {
  /// What is waited for.
  public enum Operation {
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
  private final Map<Operation, Window> windows = new EnumMap<>(Operation.class);

  /// @param percentile of recent latencies, which is the delay between the least and the most
  public HedgeDelays(int percentile, Duration least, Duration most) {
    this.percentile = percentile;
    leastNanos = least.toNanos();
    mostNanos = most.toNanos();
    for (Operation operation : Operation.values()) {
      windows.put(operation, new Window());
    }
  }

  public void record(Operation operation, long nanos) {
    window(operation).record(nanos);
  }

  /// Nanoseconds of silence after which another replica is asked.
  public long delayNanos(Operation operation) {
    return window(operation).delayNanos;
  }

  private Window window(Operation operation) {
    return Objects.requireNonNull(windows.get(operation));
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
