package goku.benchmark.tier;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketSource;
import goku.compactor.sst.TierBucketWriter;
import goku.model.PointBuffer;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A benchmark that writes a bucket of a tier and reads it back: CPU time of the thread per
/// datapoint, and bytes per datapoint by file. `devops <hosts> <readings>` has the series of hosts
/// of the Time Series Benchmark Suite, a reading per minute. `wide <series>` has one metric with
/// eleven tags. `plain <set> <series> <readings>` has series of one kind of `PlainData`.
public final class TierWriteBenchmark {
  private static final double NANOS_A_SECOND = 1e9;

  private TierWriteBenchmark() {}

  public static void main(String[] args) throws IOException {
    int[] counts = Arrays.stream(args).skip(1).mapToInt(Integer::parseInt).toArray();
    TierInput input =
        switch (args[0]) {
          case "devops" -> new DevopsInput(counts[0], counts[1]);
          case "wide" -> new WideInput(counts[0]);
          case "plain" -> new PlainInput(counts[0], counts[1], counts[2]);
          default -> throw new IllegalArgumentException("wanted devops, wide or plain");
        };
    for (int round = 0; round < 2; round++) { // the first one warms up
      Path directory = Files.createTempDirectory("tier");
      try {
        run(input, directory, System.out);
      } finally {
        remove(directory);
      }
    }
  }

  private static void run(TierInput input, Path directory, PrintStream out) throws IOException {
    long started = cpu();
    Manifest manifest = write(input, directory);
    report("written", manifest.points(), cpu() - started, out);
    started = cpu();
    long read = read(directory, manifest);
    report("read", read, cpu() - started, out);
    long bytes = 0;
    for (StoredFile file : manifest.files()) {
      bytes += file.bytes();
      out.printf(
          "  %-17s %,15d bytes %8.3f a datapoint %8.1f a series%n",
          file.name(),
          file.bytes(),
          file.bytes() / (double) manifest.points(),
          file.bytes() / (double) manifest.series());
    }
    out.printf(
        "  all %,d bytes of %,d series, %.3f a datapoint%n",
        bytes, manifest.series(), bytes / (double) manifest.points());
  }

  private static Manifest write(TierInput input, Path directory) throws IOException {
    try (var writer = new TierBucketWriter(directory, input.bucket(), true, true)) {
      input.write(writer);
      List<StoredFile> files = writer.finish();
      return new Manifest(
          Manifest.VERSION,
          "benchmark",
          0,
          input.bucket().tier(),
          input.bucket().startMillis(),
          0,
          input.bucket().generation(),
          true,
          TierInput.ROLLUP_MILLIS,
          writer.series(),
          writer.points(),
          List.of(),
          files);
    }
  }

  private static long read(Path directory, Manifest manifest) throws IOException {
    var points = new PointBuffer();
    var rollups = new RollupBuffer();
    long read = 0;
    try (var source = new TierBucketSource(directory, manifest)) {
      for (int term = 0; term < source.termCount(); term++) {
        source.term(term);
      }
      while (source.next()) {
        points.clear();
        rollups.clear();
        source.raw(points);
        source.rollups(rollups);
        read += points.size();
      }
    }
    return read;
  }

  private static void report(String what, long points, long nanos, PrintStream out) {
    out.printf(
        "%s: %,d datapoints in %.2f s of CPU, %.2f million a second and core%n",
        what, points, nanos / NANOS_A_SECOND, points * 1e3 / nanos);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
