package goku.root.routing.delay;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// The hedge delay of each operation: a percentile of its recent latencies, within limits.
/// Thread-safe.
public final class HedgeDelays {
  /// The operations whose latencies are recorded separately.
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

  /// The number of recent samples: many enough that single ones do not move the percentile, few
  /// enough to follow a change of load.
  private static final int MAX_SAMPLES = 256;

  /// The number of samples below which the delay is the maximum.
  private static final int MIN_SAMPLES = 20;

  private static final int REFRESH_SAMPLES = 16;

  private final int percentile;
  private final long minNanos;
  private final long maxNanos;
  private final Map<Operation, Window> windows = new EnumMap<>(Operation.class);

  /// Creates delays.
  ///
  /// @param percentile the percentile of recent latencies that is the delay, within the limits
  public HedgeDelays(int percentile, Duration min, Duration max) {
    this.percentile = percentile;
    minNanos = min.toNanos();
    maxNanos = max.toNanos();
    for (Operation operation : Operation.values()) {
      windows.put(operation, new Window());
    }
  }

  public void record(Operation operation, long nanos) {
    window(operation).record(nanos);
  }

  /// Returns the nanoseconds of silence after which a call is hedged.
  public long delayNanos(Operation operation) {
    return window(operation).delayNanos;
  }

  private Window window(Operation operation) {
    return Objects.requireNonNull(windows.get(operation));
  }

  private final class Window {
    private final long[] nanos = new long[MAX_SAMPLES];
    private long count;
    private volatile long delayNanos = maxNanos;

    synchronized void record(long took) {
      nanos[(int) (count++ % MAX_SAMPLES)] = took;
      if (count >= MIN_SAMPLES && (count == MIN_SAMPLES || count % REFRESH_SAMPLES == 0)) {
        delayNanos = delay();
      }
    }

    private long delay() {
      long[] sorted = Arrays.copyOf(nanos, (int) Math.min(count, MAX_SAMPLES));
      Arrays.sort(sorted);
      long delay = sorted[(sorted.length * percentile) / 100];
      return Math.min(Math.max(delay, minNanos), maxNanos);
    }
  }
}
