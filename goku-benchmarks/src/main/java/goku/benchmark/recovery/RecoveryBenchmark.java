package goku.benchmark.recovery;

import com.sun.management.OperatingSystemMXBean;
import goku.memory.Purpose;
import goku.model.ShardId;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A benchmark that fills the shards of a node with a day of datapoints and prints their use of
/// disk and memory, the times to stop, restore and catch up, whether all datapoints are there
/// afterwards, and the writer's pauses when everything expires.
///
/// Arguments: the number of series (default 1,000,000), the seconds between two datapoints (600),
/// the budget of slabs in MiB (4096), and the directory (a temporary one). Flags: see `Footprint`.
public final class RecoveryBenchmark implements AutoCloseable {
  private static final int THREADS = 2;
  private static final double MIB = 1 << 20;

  private final Workload workload;
  private final BenchmarkNode node;
  private final List<LiveShard> shards = new ArrayList<>();

  /// The threads of the tasks.
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  private RecoveryBenchmark(Workload workload, BenchmarkNode node) {
    this.workload = workload;
    this.node = node;
    List<ShardInput> inputs = ShardInput.of(workload, BenchmarkNode.NAMESPACE.sharding());
    for (ShardId id : BenchmarkNode.NAMESPACE.allShards().toList()) {
      shards.add(new LiveShard(node, id.shard(), inputs.get(id.shard())));
    }
  }

  public static void main(String[] args) throws Exception {
    int series = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 600;
    long budget = (args.length > 2 ? Long.parseLong(args[2]) : 4096) << 20;
    Path directory =
        args.length > 3 ? Path.of(args[3]) : Files.createTempDirectory("goku-benchmark");
    try (var node = new BenchmarkNode(directory, budget);
        var benchmark =
            new RecoveryBenchmark(new Workload(series, Duration.ofSeconds(seconds)), node)) {
      benchmark.run();
    } finally {
      delete(directory);
    }
  }

  private void run() throws InterruptedException, ExecutionException {
    fill();
    printSizes();
    printFootprint();
    check();
    killAndComeBack();
    check();
    stopAndComeBack();
    check();
    printFootprint();
    expire();
  }

  private void fill() throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    List<Long> snapshots = onAll(shard -> () -> shard.fill(workload));
    double seconds = secondsSince(start);
    settle((double) (BenchmarkNode.SHARDS * (Workload.TIME.toHours() / 2 - 1)));
    title("filled");
    long points = (long) workload.series() * workload.readings();
    line("series", "%,d".formatted(workload.series()));
    line("datapoints", "%,d".formatted(points));
    line("fed and finalized in", "%.1f s, %,.0f datapoints/s".formatted(seconds, points / seconds));
    line("refused", "%.0f".formatted(node.counted("goku.short.datapoints.refused")));
    line(
        "snapshots of the shards",
        "%d ms at most".formatted(snapshots.stream().max(Comparator.naturalOrder()).orElseThrow()));
  }

  /// Waits until this number of buckets is finalized.
  private void settle(double buckets) throws InterruptedException {
    while (finalized() < buckets) {
      shards.forEach(shard -> shard.open().shard().tick(0));
      Thread.sleep(10);
    }
  }

  private double finalized() {
    return node.counted("goku.short.buckets.finalized");
  }

  private void printSizes() {
    title("bytes                                              MiB  per series  per datapoint");
    for (Purpose purpose : Purpose.values()) {
      sizes("memory: " + purpose.tag(), node.use.bytes(purpose));
    }
    sizes("slabs in use", node.pool.usedBytes());
    sizes("disk: finalized buckets", node.fileBytes("bucket-"));
    sizes("disk: snapshots", node.fileBytes("snapshot-"));
  }

  private void sizes(String what, long bytes) {
    double series = workload.series();
    System.out.printf(
        "  %-42s %10.1f %11.1f %14.3f%n",
        what, bytes / MIB, bytes / series, bytes / series / workload.readings());
  }

  private void printFootprint() {
    title("footprint");
    Footprint.print(node.pool, node.use);
  }

  private void check() {
    long start = System.nanoTime();
    long points = ReadBack.check(shards.stream().map(LiveShard::reader).toList(), workload);
    double seconds = secondsSince(start);
    title("read back: as written");
    line("datapoints", "%,d in %.1f s".formatted(points, seconds));
  }

  private void killAndComeBack() throws InterruptedException, ExecutionException {
    onAll(
        shard ->
            () -> {
              shard.kill();
              return 0L;
            });
    double finalizedBefore = finalized();
    title("kill -9");
    long start = System.nanoTime();
    reopen(start);
    List<Long> records = onAll(shard -> () -> (long) shard.replay());
    line("replayed", "%,d records".formatted(records.stream().mapToLong(count -> count).sum()));
    line("caught up after", seconds(start));
    settle(finalizedBefore + BenchmarkNode.SHARDS);
    line("last bucket finalized again after", seconds(start));
    shards.forEach(LiveShard::forgetLog);
  }

  private void stopAndComeBack() throws InterruptedException, ExecutionException {
    title("clean stop");
    long start = System.nanoTime();
    onAll(
        shard ->
            () -> {
              shard.stop();
              return 0L;
            });
    line("stopped after", seconds(start));
    reopen(System.nanoTime());
    line("from the stop to serving", seconds(start));
  }

  /// Opens all shards and watches how they come back.
  private void reopen(long start) throws InterruptedException {
    shards.forEach(LiveShard::reopen);
    long newest = Workload.START_MILLIS + Workload.TIME.minusHours(2).toMillis();
    boolean newestAreThere = false;
    long complete = Long.MAX_VALUE;
    long peak = 0;
    long cpuBefore = cpuNanos();
    while (complete > Long.MIN_VALUE) {
      Thread.sleep(1);
      complete =
          shards.stream().mapToLong(s -> s.open().holes().completeFromMillis()).max().orElseThrow();
      peak = Math.max(peak, node.pool.usedBytes());
      if (!newestAreThere && complete <= newest) {
        newestAreThere = true;
        line("newest two hours of all shards after", seconds(start));
        line("processor time of that", "%.2f s".formatted((cpuNanos() - cpuBefore) / 1e9));
      }
      requireNoFailure();
    }
    line("all loaded after", seconds(start));
    line("processor time of that", "%.2f s".formatted((cpuNanos() - cpuBefore) / 1e9));
    line("peak of slabs", "%.1f MiB of %.1f".formatted(peak / MIB, node.pool.budgetBytes() / MIB));
  }

  private void requireNoFailure() {
    for (LiveShard shard : shards) {
      shard
          .open()
          .complaint()
          .filter(complaint -> complaint.startsWith("could not"))
          .ifPresent(
              complaint -> {
                throw new IllegalStateException(complaint);
              });
    }
  }

  private void expire() {
    title("expiry of everything, shard by shard: ms of the processor (of time) of a tick");
    for (LiveShard shard : shards) {
      int series = shard.open().shard().index().size();
      LiveShard.Expired expired = shard.expire();
      line("%,d series, dropping a bucket".formatted(series), summary(expired.drops()));
      line("  evicting series", summary(expired.evictions()));
    }
  }

  private static String summary(List<LiveShard.Tick> ticks) {
    long[] cpu = ticks.stream().mapToLong(LiveShard.Tick::cpuNanos).sorted().toArray();
    long[] time = ticks.stream().mapToLong(LiveShard.Tick::nanos).sorted().toArray();
    return "%d ticks, middle %.1f (%.1f), longest %.1f (%.1f), all %.1f (%.1f)"
        .formatted(
            ticks.size(),
            cpu[cpu.length / 2] / 1e6,
            time[cpu.length / 2] / 1e6,
            cpu[cpu.length - 1] / 1e6,
            time[cpu.length - 1] / 1e6,
            LongStream.of(cpu).sum() / 1e6,
            LongStream.of(time).sum() / 1e6);
  }

  @FunctionalInterface
  private interface Work {
    Callable<Long> of(LiveShard shard);
  }

  /// Runs the work for all shards, several at a time.
  private List<Long> onAll(Work work) throws InterruptedException, ExecutionException {
    List<Long> results = new ArrayList<>();
    for (Future<Long> result : threads.invokeAll(shards.stream().map(work::of).toList())) {
      results.add(result.get());
    }
    return results;
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static void title(String text) {
    System.out.println(text);
  }

  private static void line(String what, String value) {
    System.out.printf("  %-42s %s%n", what, value);
  }

  private static String seconds(long start) {
    return "%.2f s".formatted(secondsSince(start));
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() {
    shards.forEach(LiveShard::kill);
    threads.close();
  }
}
