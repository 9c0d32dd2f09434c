package goku.integration.tiers;

import goku.integration.fixture.BucketFiles;
import goku.integration.reference.StoredSeries;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.query.shard.ShardData;
import goku.testkit.shard.MemoryShards;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The part of GokuS that compactor and root need during injected days: the files of its windows in
/// S3, each as soon as it leaves the backfill window, and the last hours in memory. Owned by one
/// thread.
final class GokuS {
  private static final long WINDOW = Tier.MEMORY_BUCKET.toMillis();

  /// The delay of `FinalizationClock`.
  private static final Duration GRACE = Duration.ofMinutes(1);

  private final Namespace namespace;
  private final BucketFiles files;
  private final ObjectStore store;
  private final Path directory;
  private final Map<BucketKey, Integer> generations = new HashMap<>();

  /// Start of the next window to finalize.
  private long next;

  /// @param start of the first window
  /// @param directory for files on their way
  GokuS(Namespace namespace, ObjectStore store, Instant start, Path directory) {
    this.namespace = namespace;
    this.store = store;
    this.directory = directory;
    files = new BucketFiles(namespace);
    next = Math.floorDiv(start.toEpochMilli(), WINDOW) * WINDOW;
  }

  /// Uploads the files of all due windows in ascending order, including empty ones.
  ///
  /// @param data the datapoints written so far
  void finalizeDue(TierData data, Instant now) throws IOException {
    long due = now.minus(namespace.backfill()).minus(GRACE).toEpochMilli();
    for (; next + WINDOW <= due; next += WINDOW) {
      finalizeAgain(data.between(next, next + WINDOW), next);
    }
  }

  /// Brings the next generation of a window to S3 for every shard, as after late datapoints; the
  /// first one if there is none.
  ///
  /// @param window all datapoints in it
  void finalizeAgain(List<StoredSeries> window, long startMillis) throws IOException {
    for (int shard = 0; shard < namespace.sharding().shards(); shard++) {
      var first = new BucketKey(shard, 0, startMillis, 1);
      int generation = generations.merge(first, 1, Integer::sum);
      Path file = directory.resolve("window.goku");
      files.write(file, shard, startMillis, generation, window);
      var key = new BucketKey(shard, 0, startMillis, generation);
      store.putIfAbsent(namespace.s3Bucket(), TierKeys.finalized(key), file);
      Files.delete(file);
    }
  }

  /// The shards in memory: the windows that `memory-ttl` has not left as a whole.
  static Map<ShardId, ShardData> inMemory(Namespace namespace, TierData data, Instant now) {
    long reached = now.minus(namespace.memoryTtl()).toEpochMilli();
    long first = Math.floorDiv(reached, WINDOW) * WINDOW;
    var shards = new MemoryShards(new Namespaces(List.of(namespace)));
    for (StoredSeries series : data.between(first, now.toEpochMilli() + 1)) {
      SeriesName name = SeriesName.of(series.metric(), series.tags());
      series.points().forEach((time, value) -> shards.put(name, time, value));
    }
    Map<ShardId, ShardData> all = new HashMap<>();
    namespace.allShards().forEach(id -> shards.shard(id).ifPresent(shard -> all.put(id, shard)));
    return all;
  }
}
