package goku.benchmark.tier;

import com.sun.management.OperatingSystemMXBean;
import goku.longterm.read.LongShardReader;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.SeriesFilter;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.rpc.LocalStorageNode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A benchmark of TSBS's devops queries on disk, warm, through a storage node with two threads. Run
/// as a program.
public final class LongReadBenchmark {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final ShardId SHARD = new ShardId("ns", 0);

  private LongReadBenchmark() {}

  public static void main(String[] none) throws Exception {
    try (var data = new DiskData(1_000, MINUTE)) {
      long points = 1_000L * DiskData.BUCKETS * DiskData.BUCKET / MINUTE;
      System.out.println(
          "1,000 series, 24 h at 1 min: %.2f bytes per datapoint with names and postings"
              .formatted((double) data.bytes() / points));
      List<TagFilter> one =
          List.of(new TagFilter.LiteralOr("hostname", Set.of("host_77"), false, false, true));
      List<TagFilter> all = List.of(new TagFilter.AnyValue("hostname", true));
      run(data, "single-groupby-1-1-1", query(one, HOUR, MINUTE, Aggregator.MAX), 1, 1, 2_000);
      run(
          data,
          "single-groupby-1-1-12",
          query(one, 12 * HOUR, MINUTE, Aggregator.MAX),
          1,
          3,
          2_000);
      run(data, "double-groupby-1", query(all, 24 * HOUR, HOUR, Aggregator.AVG), 1_000, 4, 60);
      select(data, "select hostname=*, 1,000 series", all, 1_000, 200);
    }
    try (var data = new DiskData(100_000, 15 * MINUTE)) {
      List<TagFilter> all = List.of(new TagFilter.AnyValue("hostname", true));
      select(data, "select hostname=*, 100,000 series", all, 100_000, 10);
      run(data, "all by 1 h, by host", query(all, 24 * HOUR, HOUR, Aggregator.AVG), 100_000, 4, 6);
    }
  }

  private static NodeQuery query(
      List<TagFilter> filters, long length, long interval, Aggregator aggregator) {
    long end = DiskData.START + DiskData.BUCKETS * DiskData.BUCKET;
    var downsample = new Downsample(new Interval.Fixed(interval), aggregator, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(end - length, end - 1), downsample);
    return new NodeQuery(
        new SeriesFilter(DiskData.METRIC, filters, false),
        new SeriesStages(downsample, null, window),
        new Grouping(Set.of("hostname"), aggregator, false, window, false),
        false,
        Resolution.RAW);
  }

  private static LongShardReader reader(DiskData data) {
    var namespace =
        new Namespace(
            "ns",
            true,
            Duration.ofHours(2),
            Duration.ofHours(26),
            Optional.of(new Disk(Duration.ofDays(24), List.of())),
            "topic",
            "bucket",
            new Sharding(1, 1),
            List.of());
    var clock = InstantSource.fixed(Instant.ofEpochMilli(DiskData.START + 2 * 24 * HOUR));
    return new LongShardReader(data::pin, () -> namespace, new NoDeletes(), clock);
  }

  private static void run(
      DiskData data, String what, NodeQuery query, int series, int buckets, int rounds)
      throws InterruptedException {
    LongShardReader reader = reader(data);
    var memory = new QueryMemory(1L << 32);
    var limits = new QueryLimits(10_000_000, 10_000_000_000L, Duration.ofMinutes(10));
    try (var node = new LocalStorageNode(shard -> Optional.of(reader), 2)) {
      long[] nanos = new long[rounds];
      long cpu = 0;
      for (int round = 0; round < rounds; round++) {
        cpu = round == rounds / 2 ? cpuNanos() : cpu;
        long start = System.nanoTime();
        try (var groups = node.query(List.of(SHARD), query, new QueryControl(limits, memory))) {
          int count = 0;
          while (groups.next() != null) {
            count++;
          }
          if (count != series) {
            throw new IllegalStateException(count + " groups, wanted " + series);
          }
        }
        nanos[round] = System.nanoTime() - start;
      }
      print(what, nanos, cpuNanos() - cpu, series, buckets);
    }
  }

  private static void select(
      DiskData data, String what, List<TagFilter> filters, int series, int rounds) {
    LongShardReader reader = reader(data);
    var filter = new SeriesFilter(DiskData.METRIC, filters, false);
    var range = new TimeRange(DiskData.START, DiskData.START + 24 * HOUR - 1);
    long[] nanos = new long[rounds];
    long cpu = 0;
    for (int round = 0; round < rounds; round++) {
      cpu = round == rounds / 2 ? cpuNanos() : cpu;
      long start = System.nanoTime();
      try (SeriesSelection selection = reader.select(filter, range, Resolution.RAW)) {
        if (selection.size() != series) {
          throw new IllegalStateException(selection.size() + " series");
        }
      }
      nanos[round] = System.nanoTime() - start;
    }
    print(what, nanos, cpuNanos() - cpu, series, DiskData.BUCKETS);
  }

  /// Returns the CPU time of all threads, including garbage collection and compilation.
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /// Prints the second half, when everything is warm.
  private static void print(String what, long[] nanos, long cpuNanos, int series, int buckets) {
    long[] warm = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
    Arrays.sort(warm);
    double cpu = (double) cpuNanos / warm.length;
    double median = warm[warm.length / 2];
    System.out.println(
        "%-36s p50 %8.3f ms, p90 %8.3f ms, CPU %8.3f ms, %8.0f ns per series and bucket"
            .formatted(
                what,
                median / 1e6,
                warm[warm.length * 9 / 10] / 1e6,
                cpu / 1e6,
                cpu / series / buckets));
  }
}
