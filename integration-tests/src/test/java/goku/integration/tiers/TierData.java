package goku.integration.tiers;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.model.Namespace;
import goku.model.SeriesName;
import goku.model.Tag;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.query.PointBuffer;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Puts windows into S3 as the shards of GokuS would.
final class TierData {
  private static final Comparator<byte[]> BYTES = Arrays::compareUnsigned;

  private final Namespace namespace;
  private final ObjectStore store;
  private final Path scratch;

  TierData(Namespace namespace, ObjectStore store, Path scratch) {
    this.namespace = namespace;
    this.store = store;
    this.scratch = scratch;
  }

  /// Finalizes the window of every shard, also where there is nothing.
  void put(long startMillis, int generation, Map<SeriesName, NavigableMap<Long, Double>> all)
      throws IOException {
    long end = startMillis + Tier.MEMORY_BUCKET.toMillis();
    for (int shard = 0; shard < namespace.sharding().shards(); shard++) {
      Map<SeriesName, NavigableMap<Long, Double>> mine =
          new TreeMap<>((a, b) -> BYTES.compare(a.bytes(), b.bytes()));
      for (var series : all.entrySet()) {
        SeriesName name = series.getKey();
        var points = series.getValue().subMap(startMillis, true, end, false);
        if (!points.isEmpty()
            && namespace.sharding().shardOf(name.metricHash(), name.hash()) == shard) {
          mine.put(name, points);
        }
      }
      var key = new BucketKey(shard, 0, startMillis, generation);
      Path file = scratch.resolve("window.goku");
      write(file, key, mine);
      store.put(namespace.s3Bucket(), TierKeys.finalized(key), file);
      Files.delete(file);
    }
  }

  private void write(
      Path file, BucketKey key, Map<SeriesName, NavigableMap<Long, Double>> series)
      throws IOException {
    NavigableSet<byte[]> metrics = new TreeSet<>(BYTES);
    NavigableSet<byte[]> pairs = new TreeSet<>(BYTES);
    for (SeriesName name : series.keySet()) {
      metrics.add(name.metric().getBytes(UTF_8));
      name.tags().forEach(tag -> pairs.add(bytes(tag)));
    }
    Map<byte[], Integer> numbers = new TreeMap<>(BYTES);
    pairs.forEach(pair -> numbers.put(pair, metrics.size() + numbers.size()));
    Map<int[], SeriesName> ordered = new TreeMap<>(Arrays::compare);
    for (SeriesName name : series.keySet()) {
      int[] terms = new int[1 + name.tags().size()];
      terms[0] = metrics.headSet(name.metric().getBytes(UTF_8)).size();
      for (int i = 0; i < name.tags().size(); i++) {
        terms[i + 1] = numbers.getOrDefault(bytes(name.tags().get(i)), -1);
      }
      ordered.put(terms, name);
    }
    var info =
        new BucketInfo(
            namespace.name(),
            key.shard(),
            key.startMillis(),
            Tier.MEMORY_BUCKET.toMillis(),
            key.generation());
    try (var writer =
        new BucketFileWriter(file, info, new ArrayList<>(metrics), new ArrayList<>(pairs))) {
      for (var entry : ordered.entrySet()) {
        var points = new PointBuffer();
        SeriesName name = entry.getValue();
        series.getOrDefault(name, new TreeMap<>()).forEach(points::add);
        writer.add(name.hash(), entry.getKey(), entry.getKey().length, points);
      }
      writer.finish();
    }
  }

  /// Everything in S3 by its key.
  Map<String, String> content() {
    Map<String, String> content = new TreeMap<>();
    List.of("short/", "shuffled/", "long/")
        .forEach(
            prefix ->
                store
                    .list(namespace.s3Bucket(), prefix)
                    .forEach(
                        object ->
                            content.put(
                                object.key(),
                                Arrays.hashCode(
                                        store
                                            .get(namespace.s3Bucket(), object.key())
                                            .orElseGet(() -> new byte[0]))
                                    + " of "
                                    + object.bytes())));
    return content;
  }

  private static byte[] bytes(Tag tag) {
    return (tag.key() + "=" + tag.value()).getBytes(UTF_8);
  }
}
