package goku.integration.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The times of the answers to one kind of request. Thread-safe.
final class Latencies {
  private final List<Long> nanos = new ArrayList<>();

  /// The distribution of some times, in milliseconds.
  ///
  /// @param count the number of answers
  record Summary(int count, double p50, double p99, double max) {
    private static Summary of(List<Long> sorted) {
      return sorted.isEmpty()
          ? new Summary(0, 0, 0, 0)
          : new Summary(sorted.size(), at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static double at(List<Long> sorted, double part) {
      int index = Math.max(0, (int) Math.ceil(part * sorted.size()) - 1);
      return sorted.get(index) / (double) Duration.ofMillis(1).toNanos();
    }
  }

  synchronized void add(long tookNanos) {
    nanos.add(tookNanos);
  }

  /// Returns the distribution of the times since the last call.
  synchronized Summary take() {
    Collections.sort(nanos);
    Summary summary = Summary.of(nanos);
    nanos.clear();
    return summary;
  }
}
