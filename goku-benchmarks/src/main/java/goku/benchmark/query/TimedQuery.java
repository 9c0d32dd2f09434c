package goku.benchmark.query;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/// A query over HTTP that is timed until the last byte of the answer is read.
///
/// @param name for the report
/// @param sub the fields of its sub query
/// @param range how far back from the end of the data it reaches
/// @param repeats how often it is timed
record TimedQuery(String name, String sub, Duration range, int repeats) {
  private static final long WARM_UP_NANOS = Duration.ofSeconds(10).toNanos();

  /// Warms up, asks, and prints minimum, median, 99th percentile and processor time.
  void measure(KeepAliveClient client, Instant now) throws IOException {
    long bytes = 0;
    long warm = System.nanoTime() + WARM_UP_NANOS;
    while (System.nanoTime() < warm) {
      bytes = ask(client, now);
    }
    long[] nanos = new long[repeats];
    long cpuBefore = cpuNanos();
    for (int i = 0; i < nanos.length; i++) {
      long start = System.nanoTime();
      ask(client, now);
      nanos[i] = System.nanoTime() - start;
    }
    long cpu = (cpuNanos() - cpuBefore) / nanos.length;
    Arrays.sort(nanos);
    System.out.println(
        "  %-50s min %8.3f  median %8.3f  p99 %8.3f ms  cpu %8.3f ms  %,d bytes"
            .formatted(
                name,
                nanos[0] / 1e6,
                nanos[nanos.length / 2] / 1e6,
                nanos[Math.min(nanos.length - 1, nanos.length * 99 / 100)] / 1e6,
                cpu / 1e6,
                bytes));
  }

  /// Asks once and prints how long it took: for caches that are cold.
  void measureOnce(KeepAliveClient client, Instant now) throws IOException {
    long start = System.nanoTime();
    long bytes = ask(client, now);
    System.out.println(
        "  %-50s once %8.3f ms  %,d bytes"
            .formatted(name, (System.nanoTime() - start) / 1e6, bytes));
  }

  /// An action that makes caches cold.
  interface Chill {
    void run() throws IOException;
  }

  /// Asks after making caches cold, again and again, and prints minimum, median and maximum.
  void measureCold(KeepAliveClient client, Instant now, int times, Chill chill) throws IOException {
    long[] nanos = new long[times];
    for (int i = 0; i < times; i++) {
      chill.run();
      long start = System.nanoTime();
      ask(client, now);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    System.out.println(
        "  %-50s min %8.3f  median %8.3f  max %8.3f ms"
            .formatted(name, nanos[0] / 1e6, nanos[times / 2] / 1e6, nanos[times - 1] / 1e6));
  }

  private long ask(KeepAliveClient client, Instant now) throws IOException {
    long end = now.getEpochSecond();
    return client.post(
        "/api/query",
        "{\"start\":%d,\"end\":%d,\"queries\":[{%s}]}".formatted(end - range.toSeconds(), end, sub),
        200);
  }

  /// Returns the CPU time of all threads of this process, which depends less on other processes
  /// than elapsed time.
  static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
