package goku.benchmark.cluster;

import java.util.Arrays;

/// Times in nanoseconds. Any thread adds; read when nobody adds any more.
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

  /// The time that the share of them does not exceed, in milliseconds; 0 if there are none.
  synchronized double millis(double share) {
    if (count == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[Math.min(count - 1, (int) (count * share))] / 1e6;
  }
}
