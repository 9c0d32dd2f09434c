package goku.benchmark.tier;

import goku.benchmark.index.NameGenerator;
import goku.benchmark.index.NameShapes;
import goku.compactor.merge.BucketFileSource;
import goku.compactor.merge.Compaction;
import goku.compactor.shuffle.BucketSplitter;
import goku.format.bucket.BucketFile;
import goku.model.Disk;
import goku.model.Rollup;
import goku.model.Sharding;
import goku.model.Tier;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A benchmark of one core's rate in datapoints per second for splitting by another sharding, and
/// for merging to tier 1 with rollups of 15 minutes, and of the heap.
///
/// Arguments: a step and a directory. `write` creates bucket files in the directory. Its further
/// arguments are the number of series (default 1,000,000), of tags (11) and of windows (3), and a
/// directory of label sets (default: built-in shapes). It needs some GiB of heap. `split` and
/// `compact` read all of them. Run these with `-Xmx512m`.
public final class CompactionBenchmark {
  private static final int SERIES_A_POD = 500;
  private static final Sharding SHARDING = new Sharding(4, 4);
  private static final Tier TIER =
      new Disk(
              Duration.ofDays(24), List.of(new Rollup(Duration.ofMinutes(15), Duration.ofDays(80))))
          .tiers()
          .getFirst();

  private CompactionBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path directory = Path.of(args[1]);
    switch (args[0]) {
      case "write" -> write(directory, args);
      case "split" -> split(directory);
      case "compact" -> compact(directory);
      default -> throw new IllegalArgumentException("wanted write, split or compact");
    }
  }

  private static void write(Path directory, String[] args) throws IOException {
    int series = args.length > 2 ? Integer.parseInt(args[2]) : 1_000_000;
    int tags = args.length > 3 ? Integer.parseInt(args[3]) : 11;
    int windows = args.length > 4 ? Integer.parseInt(args[4]) : 3;
    NameShapes shapes = args.length > 5 ? NameShapes.read(Path.of(args[5])) : NameShapes.builtIn();
    var input = new BucketInput(new NameGenerator(shapes, tags, SERIES_A_POD), series);
    Files.createDirectories(directory);
    for (int window = 0; window < windows; window++) {
      input.write(directory.resolve("bucket-%d.goku".formatted(window)), window);
    }
  }

  private static void split(Path directory) throws IOException, InterruptedException {
    Path output = Files.createTempDirectory(directory, "split");
    for (Path path : inputs(directory)) {
      var effort = new Effort();
      try (var file = BucketFile.open(path)) {
        file.verify();
        var paths =
            new BucketSplitter(file, SHARDING)
                .split(shard -> output.resolve("%05d.goku".formatted(shard)));
        long bytes = 0;
        for (Path part : paths.values()) {
          bytes += Files.size(part);
        }
        effort.print("split", file.pointCount(), file.bytes(), bytes);
      }
    }
    remove(output);
  }

  private static void compact(Path directory) throws IOException, InterruptedException {
    Path output = Files.createTempDirectory(directory, "tier");
    List<BucketFileSource> sources = new ArrayList<>();
    long inputBytes = 0;
    var effort = new Effort();
    for (Path path : inputs(directory)) {
      sources.add(BucketFileSource.open(path));
      inputBytes += Files.size(path);
    }
    var compaction = new Compaction("benchmark", 0, TIER, 0, 1, List.of());
    Manifest manifest = compaction.run(sources, output, _ -> effort.look());
    long bytes = manifest.files().stream().mapToLong(StoredFile::bytes).sum();
    effort.print("compact", manifest.points(), inputBytes, bytes);
    for (BucketFileSource source : sources) {
      source.close();
    }
    for (StoredFile file : manifest.files()) {
      System.out.printf("  %-24s %,14d bytes%n", file.name(), file.bytes());
    }
    remove(output);
  }

  private static List<Path> inputs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".goku")).sorted().toList();
    }
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
