package goku.benchmark.cluster;

import java.util.Arrays;

/// Latency samples in nanoseconds. Any thread adds. Read after all threads have finished adding.
final class LatencySamples {
  private long[] nanos = new long[1024];
  private int count;

  synchronized void add(long value) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, count * 2);
    }
    nanos[count++] = value;
  }

  synchronized int count() {
    return count;
  }

  /// Returns the quantile of the samples in milliseconds, or 0 without samples.
  synchronized double millis(double share) {
    if (count == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[Math.min(count - 1, (int) (count * share))] / 1e6;
  }
}
