package goku.benchmark.tier;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.function.Consumer;

/// The cost of a piece of work of this thread, from the creation of this object on. Owned by one
/// thread.
final class Effort {
  private static final double NANOS = 1e9;
  private static final double MIB = 1 << 20;

  private final long wall = System.nanoTime();
  private final long cpu = cpuNanos();
  private long live;

  Effort() {
    heap(MemoryPoolMXBean::resetPeakUsage);
  }

  /// Records the heap after the last collections. To be called now and then.
  void look() {
    long[] left = new long[1];
    heap(
        pool -> {
          var usage = pool.getCollectionUsage();
          left[0] += usage == null ? 0 : usage.getUsed();
        });
    live = Math.max(live, left[0]);
  }

  void print(String title, long points, long inputBytes, long outputBytes) {
    look();
    long[] peak = new long[1];
    heap(pool -> peak[0] += pool.getPeakUsage().getUsed());
    double cpuSeconds = (cpuNanos() - cpu) / NANOS;
    System.out.printf(
        "%-8s %,13d datapoints, %6.1f s wall, %6.1f s cpu: %,12.0f datapoints/s/core | "
            + "in %.2f, out %.2f bytes/datapoint | heap max %.0f, peak %.0f, live %.0f MiB%n",
        title,
        points,
        (System.nanoTime() - wall) / NANOS,
        cpuSeconds,
        points / cpuSeconds,
        inputBytes / (double) points,
        outputBytes / (double) points,
        Runtime.getRuntime().maxMemory() / MIB,
        peak[0] / MIB,
        live / MIB);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void heap(Consumer<MemoryPoolMXBean> action) {
    ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .forEach(action);
  }
}
