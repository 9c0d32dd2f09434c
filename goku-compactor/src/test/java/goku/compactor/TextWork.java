package goku.compactor;

import goku.compactor.job.Merger;
import goku.compactor.job.Splitter;
import goku.compactor.plan.Job;
import goku.format.CorruptException;
import goku.format.bucket.BucketInfo;
import goku.model.Namespace;
import goku.model.Sharding;
import goku.tier.BucketKey;
import goku.tier.Coverage;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/// A splitter and merger of text: a finalized bucket has a line `<series> <start> <value>` for each
/// series. Series are numbers below 6, and both shardings cut these into equal parts.
final class TextWork implements Splitter, Merger {
  private static final int SERIES = 6;

  static String line(int series, long startMillis, int value) {
    return series + " " + startMillis + " " + value + "\n";
  }

  @Override
  public Coverage split(Path file, BucketInfo expected, Sharding sharding, Path directory)
      throws IOException {
    var key = new BucketKey(expected.shard(), 0, expected.startMillis(), expected.generation());
    var parts = new TreeMap<Integer, String>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("broken")) {
        throw new CorruptException(TierKeys.finalized(key), 0, "broken", "lines");
      }
      int shard = series(line) * sharding.shards() / SERIES;
      parts.merge(shard, line + "\n", String::concat);
    }
    for (var part : parts.entrySet()) {
      String name = Path.of(TierKeys.shuffled(key, part.getKey())).getFileName().toString();
      Files.writeString(directory.resolve(name), part.getValue());
    }
    return Coverage.UNKNOWN;
  }

  @Override
  public Manifest merge(
      Namespace namespace,
      Job.Compact job,
      List<Fetched> inputs,
      Path directory,
      LongConsumer progress)
      throws IOException {
    var lines = new TreeMap<String, String>();
    for (Fetched input : inputs) {
      Path file =
          input.input() instanceof Job.Part ? input.path() : input.path().resolve("data.txt");
      for (String line : Files.readAllLines(file)) {
        if (isKept(line, input.input(), namespace.sharding())) {
          lines.put(line.substring(0, line.lastIndexOf(' ')), line);
        }
      }
    }
    Path file = Files.write(directory.resolve("data.txt"), lines.values());
    progress.accept(lines.size());
    var bucket = job.bucket();
    return new Manifest(
        Manifest.VERSION,
        namespace.name(),
        bucket.shard(),
        bucket.tier(),
        bucket.startMillis(),
        job.tier().bucket().toMillis(),
        bucket.generation(),
        job.tier().raw(),
        0,
        lines.size(),
        lines.size(),
        job.inputKeys(),
        List.of(StoredFile.of(file)));
  }

  private static boolean isKept(String line, Job.Input input, Sharding memory) {
    if (!(input instanceof Job.Slice slice)) {
      return true;
    }
    long start = Long.parseLong(line.split(" ", -1)[1]);
    return start >= slice.startMillis()
        && start < slice.endMillis()
        && !slice.without().contains(series(line) * memory.shards() / SERIES);
  }

  private static int series(String line) {
    return Integer.parseInt(line.substring(0, line.indexOf(' ')));
  }
}
