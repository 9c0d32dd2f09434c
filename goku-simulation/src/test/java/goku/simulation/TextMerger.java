package goku.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.job.Merger;
import goku.compactor.plan.Job;
import goku.format.bucket.BucketFile;
import goku.model.Namespace;
import goku.model.PointBuffer;
import goku.model.Tier;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/// A merger that needs no RocksDB: the file of a bucket has a line `<time> <value> <series>` for
/// each datapoint.
final class TextMerger implements Merger {
  private static final String FILE = "data.txt";

  @Override
  public Manifest merge(
      Namespace namespace,
      Job.Compact job,
      List<Fetched> inputs,
      Path directory,
      LongConsumer progress)
      throws IOException {
    Map<String, Double> points = new TreeMap<>();
    for (Fetched input : inputs) {
      switch (input.input()) {
        case Job.Part _ -> readBucket(input.path(), points::put);
        case Job.Lower _ -> points.putAll(parse(Files.readString(input.path().resolve(FILE))));
        case Job.Slice slice -> addSlice(slice, input.path(), points);
      }
    }
    String text =
        points.entrySet().stream()
            .map(point -> line(point.getKey(), point.getValue()))
            .collect(Collectors.joining());
    Path file = Files.writeString(directory.resolve(FILE), text);
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
        points.size(),
        points.size(),
        job.inputKeys(),
        List.of(StoredFile.of(file)),
        withCounts(job.consumed(), bucket.startMillis(), points),
        job.incomplete());
  }

  @Override
  public List<ConsumedWindows> count(Namespace namespace, Job.Compact job, Fetched bucket)
      throws IOException {
    Map<String, Double> points = parse(Files.readString(bucket.path().resolve(FILE)));
    return withCounts(job.consumed(), job.bucket().startMillis(), points);
  }

  private static List<ConsumedWindows> withCounts(
      List<ConsumedWindows> consumed, long startMillis, Map<String, Double> points) {
    return consumed.stream().map(windows -> withCounts(windows, startMillis, points)).toList();
  }

  /// Counts the datapoints of each window of the only shard.
  private static ConsumedWindows withCounts(
      ConsumedWindows windows, long startMillis, Map<String, Double> points) {
    long[] counts = new long[windows.generations().size()];
    for (String point : points.keySet()) {
      long time = Long.parseLong(point.substring(0, point.indexOf(' ')));
      counts[(int) ((time - startMillis) / Tier.MEMORY_BUCKET.toMillis())]++;
    }
    return windows.withPoints(Arrays.stream(counts).boxed().toList());
  }

  /// Returns values by `<time> <series>`.
  static Map<String, Double> parse(String text) {
    Map<String, Double> points = new TreeMap<>();
    text.lines()
        .forEach(
            line -> {
              String[] parts = line.split(" ", 3);
              points.put(parts[0] + " " + parts[2], Double.valueOf(parts[1]));
            });
    return points;
  }

  private static void addSlice(Job.Slice slice, Path directory, Map<String, Double> to)
      throws IOException {
    if (slice.without().contains(0)) {
      return; // the only shard
    }
    parse(Files.readString(directory.resolve(FILE)))
        .forEach(
            (key, value) -> {
              long time = Long.parseLong(key.substring(0, key.indexOf(' ')));
              if (time >= slice.startMillis() && time < slice.endMillis()) {
                to.put(key, value);
              }
            });
  }

  private static String line(String key, double value) {
    int space = key.indexOf(' ');
    return key.substring(0, space) + " " + value + key.substring(space) + "\n";
  }

  private static void readBucket(Path path, BiConsumer<String, Double> to) throws IOException {
    try (BucketFile file = BucketFile.open(path)) {
      file.verify();
      var points = new PointBuffer();
      file.forEachSeries(
          (entry, hash, terms, count) -> {
            var name = new StringBuilder();
            for (int i = 0; i < count; i++) {
              name.append(' ').append(new String(file.term(terms[i]), UTF_8));
            }
            points.clear();
            file.read(entry, points);
            for (int i = 0; i < points.size(); i++) {
              double value = SimulatedValue.read(name.substring(1), points, i);
              to.accept(points.timestamps()[i] + name.toString(), value);
            }
          });
    }
  }
}
