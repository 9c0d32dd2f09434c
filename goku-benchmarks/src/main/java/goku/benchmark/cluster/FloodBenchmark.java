package goku.benchmark.cluster;

import com.sun.management.OperatingSystemMXBean;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/// A benchmark of the effect of a flood of new series in one shard group on the other groups of the
/// node: the time until their datapoints can be queried, and the time of queries, before and during
/// the flood. In turns with it, the same flood goes to a topic without consumers. The difference of
/// the two is the effect within the node. The rest is the processor time of producer and broker,
/// which share the machine here.
///
/// Arguments: new series per second (default 20,000), seconds of each part (20), and the settings
/// of one node after the other, each a list of flags (`--threads=1` and `--threads=0`).
public final class FloodBenchmark {
  private static final int FLOODED = FloodNode.GROUPS - 1;
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /// The number of turns. The machine changes from minute to minute, so compared figures are
  /// measured in turns.
  private static final int TURNS = 6;

  private static final double[] SHARES = {0.5, 0.99, 0.999};

  private final FloodNode node;
  private final Duration time;
  private final Flood flood;
  private final List<QuietGroup> groups = new ArrayList<>();

  private FloodBenchmark(FloodNode node, int perSecond, Duration time) {
    this.node = node;
    this.time = time;
    flood = new Flood(node.metric("flood", FLOODED), perSecond);
    for (int group = 0; group < FLOODED; group++) {
      groups.add(new QuietGroup(node.metric("load", group), group));
    }
  }

  public static void main(String[] args) throws Exception {
    int perSecond = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    List<String> settings =
        args.length > 2
            ? Arrays.asList(args).subList(2, args.length)
            : List.of("--threads=1", "--threads=0");
    Path directory = Files.createTempDirectory("goku-flood");
    try (var kafka = new EmbeddedKafka(directory.resolve("kafka"), "127.0.0.1", 0);
        var s3 = new EmbeddedS3(Files.createDirectory(directory.resolve("s3")))) {
      kafka.start();
      s3.start();
      for (int i = 0; i < settings.size(); i++) {
        List<String> flags = List.of(settings.get(i).split(" "));
        try (var node = new FloodNode("ns" + i, flags, kafka, s3, directory)) {
          node.start();
          System.out.println(settings.get(i));
          new FloodBenchmark(node, perSecond, Duration.ofSeconds(seconds)).run();
        }
      }
    } finally {
      delete(directory);
    }
  }

  private void run() throws InterruptedException, ExecutionException {
    measure(WARM_UP, List.of(), new QuietGroup.Measured());
    var before = new QuietGroup.Measured();
    measure(time, List.of(), before);
    print("before", before, before);
    var elsewhere = new QuietGroup.Measured();
    var during = new QuietGroup.Measured();
    for (int turn = 0; turn < TURNS; turn++) {
      measure(time, List.of(flooding(node.unreadSender())), elsewhere);
      measure(time, List.of(flooding(node.sender(FLOODED))), during);
    }
    print("flood that nobody reads", elsewhere, before);
    print("flood", during, elsewhere);
    System.out.printf("  %,.0f series in the flooded shard%n", node.series(FLOODED));
    var after = new QuietGroup.Measured();
    measure(time, List.of(), after);
    print("after", after, before);
  }

  private Callable<Void> flooding(BatchSender sender) {
    return () -> {
      long sent = flood.run(sender, time);
      System.out.printf("  %,d new series a second%n", sent / time.toSeconds());
      return null;
    };
  }

  private void measure(Duration howLong, List<Callable<Void>> besides, QuietGroup.Measured measured)
      throws InterruptedException, ExecutionException {
    List<Callable<Void>> tasks = new ArrayList<>(besides);
    for (QuietGroup group : groups) {
      tasks.add(group.writes(node, howLong, measured));
      tasks.add(group.queries(node, howLong, measured));
    }
    long cpu = cpuNanos();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Future<Void> result : threads.invokeAll(tasks)) {
        result.get();
      }
    }
    System.out.printf(
        "  %.2f processors taken, load of the machine %.1f%n",
        (cpuNanos() - cpu) / (double) howLong.toNanos(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static void print(String title, QuietGroup.Measured now, QuietGroup.Measured reference) {
    System.out.println(title);
    line("sent until queried", now.lag(), reference.lag());
    line("  of it in the node", now.applying(), reference.applying());
    line("query", now.queries(), reference.queries());
    line("  its thread's processor time", now.processor(), reference.processor());
  }

  private static void line(String what, LatencySamples now, LatencySamples reference) {
    var text = new StringBuilder("  %-30s %,7d".formatted(what, now.count()));
    for (double share : SHARES) {
      text.append(
          "   p%-4s %8.2f ms (x %.2f)"
              .formatted(
                  Double.toString(share * 100).replaceAll("\\.0$", ""),
                  now.millis(share),
                  now.millis(share) / reference.millis(share)));
    }
    System.out.println(text);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
