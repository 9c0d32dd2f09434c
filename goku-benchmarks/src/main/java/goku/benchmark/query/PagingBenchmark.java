package goku.benchmark.query;

import goku.model.SeriesName;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A day of datapoints asked for page by page over HTTP: time to the first byte of each page, rate,
/// and the memory behind it, measured after a collection in the middle of pages. Run as a program
/// with a small heap; the argument is the number of datapoints in millions, 100 if there is none.
public final class PagingBenchmark {
  private static final long DAY_SECONDS = 86_400;
  private static final int STEP_SECONDS = 10;
  private static final int PAGES_BETWEEN_COLLECTIONS = 4;

  private PagingBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    long millions = arguments.length == 0 ? 100 : Long.parseLong(arguments[0]);
    int series = (int) Math.ceilDiv(millions * 1_000_000, DAY_SECONDS / STEP_SECONDS);
    try (var root = new LoadedRoot("--max-datapoints=10000000")) {
      fill(root, "fractions", series / 2, 0.25);
      fill(root, "integers", series - series / 2, 0);
      root.flush();
      System.out.println(
          "%,d series, a datapoint each %d s: %,d datapoints, heap of %,d MiB"
              .formatted(
                  series,
                  STEP_SECONDS,
                  series * (DAY_SECONDS / STEP_SECONDS),
                  Runtime.getRuntime().maxMemory() >> 20));
      measure(root, "all by host, as stored", "none:fractions&m=none:integers");
      measure(root, "fractions by host, as stored", "none:fractions");
      measure(root, "integers by host, as stored", "none:integers");
      measure(root, "sum of fractions by dc, as stored", "sum:fractions{dc=*}");
      measure(root, "rate of fractions by dc, 1 min", "avg:rate:1m-avg:fractions{dc=*}");
    }
  }

  /// Fills the root in the order of agents: all series of one time, then those of the next.
  private static void fill(LoadedRoot root, String metric, int series, double fraction) {
    List<SeriesName> names = new ArrayList<>();
    for (int i = 0; i < series; i++) {
      var name = SeriesName.of(metric, Map.of("host", "host_" + i, "dc", "dc" + i % 10));
      names.add(name);
    }
    long end = LoadedRoot.NOW.getEpochSecond();
    for (long time = end - DAY_SECONDS; time < end; time += STEP_SECONDS) {
      for (int i = 0; i < series; i++) {
        double value = (time / STEP_SECONDS * 31 + i * 17L) % 1000 + fraction;
        root.put(names.get(i), time * 1000, value);
      }
    }
  }

  private static void measure(LoadedRoot root, String name, String query) throws Exception {
    for (int round = 0; round < 2; round++) {
      run(root, round == 0 ? name + " (first)" : name, query);
    }
  }

  private static void run(LoadedRoot root, String name, String query) throws Exception {
    try (var pages = new PageClient(root.port())) {
      long end = LoadedRoot.NOW.getEpochSecond();
      String encoded = query.replace("{", "%7B").replace("}", "%7D");
      String next =
          "/api/query?arrays&page&start=%d&end=%d&m=%s"
              .formatted(end - DAY_SECONDS, end - 1, encoded);
      List<Long> firstBytes = new ArrayList<>();
      long leastHeap = Long.MAX_VALUE;
      long mostHeap = 0;
      long mostDirect = 0;
      long began = System.nanoTime();
      for (int page = 0; next != null; page++) {
        boolean collects = page % PAGES_BETWEEN_COLLECTIONS == PAGES_BETWEEN_COLLECTIONS - 1;
        next = pages.read(next, collects ? System::gc : () -> {});
        firstBytes.add(pages.firstByteNanos());
        if (collects) {
          long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
          leastHeap = Math.min(leastHeap, used);
          mostHeap = Math.max(mostHeap, used);
        }
        mostDirect = Math.max(mostDirect, directBytes());
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      firstBytes.sort(null);
      System.out.println(
          String.format(
              Locale.ROOT,
              "  %-42s %,d pages, %,d datapoints answered, %,d MB in %.1f s, first byte p50 %.1f"
                  + " max %.1f ms, heap %d to %d MiB after collections, direct buffers at most %d"
                  + " MiB",
              name,
              firstBytes.size(),
              pages.datapoints(),
              pages.bytes() / 1_000_000,
              seconds,
              firstBytes.get(firstBytes.size() / 2) / 1e6,
              firstBytes.getLast() / 1e6,
              leastHeap == Long.MAX_VALUE ? 0 : leastHeap >> 20,
              mostHeap >> 20,
              mostDirect >> 20));
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
