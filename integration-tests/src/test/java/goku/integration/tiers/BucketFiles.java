package goku.integration.tiers;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.integration.reference.StoredSeries;
import goku.model.Namespace;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

/// A writer of the bucket files that GokuS's shards would write.
public record BucketFiles(Namespace namespace) {
  private static final UUID LOG = new UUID(1, 2);
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  /// The file of a shard's window, which may have nothing.
  ///
  /// @param window of the series of all shards, which have datapoints in it alone
  public void write(
      Path file, int shard, long startMillis, int generation, List<StoredSeries> window)
      throws IOException {
    List<StoredSeries> own = window.stream().filter(series -> shardOf(series) == shard).toList();
    var metrics = new TreeSet<byte[]>(Arrays::compareUnsigned);
    var pairs = new TreeSet<byte[]>(Arrays::compareUnsigned);
    for (StoredSeries series : own) {
      metrics.add(series.metric().getBytes(UTF_8));
      name(series).tags().forEach(tag -> pairs.add(pair(tag)));
    }
    List<byte[]> terms = new ArrayList<>(metrics);
    terms.addAll(pairs);
    var coverage = new BucketCoverage(LOG, generation, BucketCoverage.Kind.COMPLETE);
    var info = new BucketInfo(namespace.name(), shard, startMillis, WINDOW, generation, coverage);
    try (var writer = new BucketFileWriter(file, info, List.copyOf(metrics), List.copyOf(pairs))) {
      List<Entry> entries = new ArrayList<>();
      for (StoredSeries series : own) {
        entries.add(new Entry(numbers(series, terms, metrics.size()), series));
      }
      entries.sort(Comparator.comparing(Entry::terms, BucketFiles::compare));
      for (Entry entry : entries) {
        int[] numbers = entry.terms().stream().mapToInt(number -> number).toArray();
        writer.add(name(entry.series()).hash(), numbers, numbers.length, points(entry.series()));
      }
      writer.finish();
    }
  }

  /// The shard of GokuS that a series belongs to.
  int shardOf(StoredSeries series) {
    SeriesName name = name(series);
    return namespace.sharding().shardOf(name.metricHash(), name.hash());
  }

  private record Entry(List<Integer> terms, StoredSeries series) {}

  private static SeriesName name(StoredSeries series) {
    return SeriesName.of(series.metric(), series.tags());
  }

  private static byte[] pair(Tag tag) {
    return tag.toString().getBytes(UTF_8);
  }

  private static List<Integer> numbers(StoredSeries series, List<byte[]> terms, int metrics) {
    List<Integer> numbers = new ArrayList<>();
    numbers.add(number(terms.subList(0, metrics), series.metric().getBytes(UTF_8)));
    List<byte[]> pairs = terms.subList(metrics, terms.size());
    for (Tag tag : name(series).tags()) {
      numbers.add(metrics + number(pairs, pair(tag)));
    }
    return numbers;
  }

  private static int number(List<byte[]> sorted, byte[] term) {
    for (int i = 0; i < sorted.size(); i++) {
      if (Arrays.equals(sorted.get(i), term)) {
        return i;
      }
    }
    throw new IllegalStateException("no term " + new String(term, UTF_8));
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    int[] first = a.stream().mapToInt(number -> number).toArray();
    int[] second = b.stream().mapToInt(number -> number).toArray();
    return Arrays.compare(first, second);
  }

  private static PointBuffer points(StoredSeries series) {
    var points = new PointBuffer();
    series.points().forEach(points::add);
    return points;
  }
}
