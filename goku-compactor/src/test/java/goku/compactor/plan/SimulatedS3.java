package goku.compactor.plan;

import static java.lang.Integer.MAX_VALUE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.model.Namespace;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/// A model of S3 for plans: the existing buckets, and for each the generations of its windows and
/// series. Jobs finish at once.
final class SimulatedS3 {
  /// A series in a window of GokuS.
  record Cell(int series, long startMillis) {}

  private record Bucket(Manifest manifest, Map<Cell, Integer> content) {}

  private Namespace namespace;
  private final NavigableMap<BucketKey, Map<Cell, Integer>> finalized = new TreeMap<>();
  private final Map<BucketKey, Map<Integer, Map<Cell, Integer>>> shuffled = new TreeMap<>();
  private final NavigableMap<BucketKey, Bucket> tiers = new TreeMap<>();
  private final Map<Integer, Long> frontiers = new HashMap<>();
  private final Map<String, Tombstone> deletes = new TreeMap<>();
  private final Set<BucketKey> made = new HashSet<>();

  /// The finalized files that were uploaded more than once.
  private final Set<BucketKey> again = new HashSet<>();

  final Set<WindowKey> everMade = new HashSet<>();

  SimulatedS3(Namespace namespace) {
    this.namespace = namespace;
  }

  /// Changes the configuration.
  void configure(Namespace changed) {
    namespace = changed;
  }

  /// Returns whether a bucket of any tier, configured or not, holds the time, and raw if wanted.
  boolean holds(int diskShard, long millis, boolean raw) {
    return tiers.values().stream()
        .map(Bucket::manifest)
        .filter(made -> made.shard() == diskShard && (made.raw() || !raw))
        .anyMatch(made -> made.startMillis() <= millis && made.endMillis() > millis);
  }

  /// Returns the shard of GokuS of a series. Both shardings have one group, cut into equal parts.
  int memoryShard(int series, int seriesCount) {
    return series * namespace.sharding().shardsPerGroup() / seriesCount;
  }

  int diskShard(int series, int seriesCount) {
    return series * namespace.diskSharding().shardsPerGroup() / seriesCount;
  }

  void finalizeWindow(BucketKey bucket, Map<Cell, Integer> content) {
    finalized.put(bucket, content);
    frontiers.merge(bucket.shard(), bucket.startMillis(), Math::max);
  }

  /// Uploads a file again, as GokuS does when S3 lacks it.
  void finalizeAgain(BucketKey bucket, Map<Cell, Integer> content) {
    again.add(bucket);
    finalized.putIfAbsent(bucket, content);
  }

  /// Deletes a series in a range, if it may still reach the disk.
  void delete(int series, int seriesCount, TimeRange range, Instant now) {
    var record = new DeleteRecord(Integer.toString(series), List.of(), false, range);
    Tombstone delete =
        Tombstone.of(
            diskShard(series, seriesCount), now.toEpochMilli(), DeleteWriter.write(record));
    deletes.put(delete.key(), delete);
  }

  /// Returns whether a delete in force covers the cell.
  boolean isDeleted(Cell cell) {
    return deletes.values().stream().anyMatch(delete -> covers(delete, cell));
  }

  private static boolean covers(Tombstone delete, Cell cell) {
    return delete.delete().metric().equals(Integer.toString(cell.series))
        && delete.covers(cell.startMillis, cell.startMillis + Tier.MEMORY_BUCKET.toMillis());
  }

  Plan plan(Instant now) {
    var inventory = new Inventory.Builder();
    deletes.values().forEach(inventory::delete);
    finalized.keySet().forEach(bucket -> inventory.finalized(bucket, 1));
    frontiers.forEach(inventory::frontier);
    shuffled.forEach(
        (bucket, parts) -> {
          inventory.shuffled(marker(bucket, parts.keySet()));
          List<String> names = new ArrayList<>(List.of(TierKeys.MARKER));
          parts.keySet().forEach(shard -> names.add(name(bucket, shard)));
          inventory.shuffledDirectory(
              new Directory(
                  bucket,
                  TierKeys.shuffledDirectory(bucket),
                  names.stream().sorted().toList(),
                  now));
        });
    tiers.forEach(
        (key, bucket) -> {
          inventory.tier(bucket.manifest);
          inventory.tierDirectory(
              new Directory(
                  key, TierKeys.tierDirectory(key), List.of(TierKeys.MARKER, "data"), now));
        });
    return Plan.of(inventory.build(), namespace, now);
  }

  void apply(Job job, int seriesCount) {
    assertThat(made.add(job.bucket()) || again.contains(job.bucket()))
        .as("%s is built once", job)
        .isTrue();
    everMade.add(WindowKey.of(job.bucket()));
    switch (job) {
      case Job.Shuffle shuffle -> {
        Map<Integer, Map<Cell, Integer>> parts = new TreeMap<>();
        requireNonNull(finalized.get(shuffle.bucket()))
            .forEach(
                (cell, generation) ->
                    parts
                        .computeIfAbsent(
                            diskShard(cell.series, seriesCount), shard -> new HashMap<>())
                        .put(cell, generation));
        shuffled.put(shuffle.bucket(), parts);
      }
      case Job.Compact compact -> tiers.put(compact.bucket(), merge(compact, seriesCount));
    }
  }

  void apply(Removal removal) {
    for (String key : removal.keys()) {
      if (Tombstone.shardOf(key).isPresent()) {
        assertThat(deletes.remove(key)).isNotNull();
      } else if (key.startsWith("short/")) {
        assertThat(finalized.remove(removal.bucket())).isNotNull();
      } else if (key.endsWith(TierKeys.MARKER)) {
        assertThat(
                removal.bucket().tier() == 0
                    ? shuffled.remove(removal.bucket())
                    : tiers.remove(removal.bucket()))
            .isNotNull();
      }
    }
  }

  boolean isEmpty() {
    return finalized.isEmpty() && shuffled.isEmpty() && tiers.isEmpty() && deletes.isEmpty();
  }

  int size() {
    return finalized.size() + shuffled.size() + tiers.size();
  }

  /// Returns the generations of a cell in the buckets of the tiers, without those that a delete in
  /// force will remove; empty when no bucket holds its time.
  List<Integer> generations(Cell cell, int seriesCount) {
    int shard = diskShard(cell.series, seriesCount);
    List<Integer> found = new ArrayList<>();
    for (Tier tier : namespace.disk().orElseThrow().tiers()) {
      newest(shard, tier, cell.startMillis).ifPresent(key -> found.add(visible(tier(key), cell)));
    }
    return found;
  }

  private int visible(Bucket bucket, Cell cell) {
    boolean masked =
        deletes.values().stream()
            .filter(delete -> !bucket.manifest.inputs().contains(delete.key()))
            .anyMatch(delete -> covers(delete, cell));
    return masked ? 0 : bucket.content.getOrDefault(cell, 0);
  }

  /// Returns the number of cells in buckets of tiers that a delete in force covers.
  long deletedCells() {
    return tiers.values().stream()
        .flatMap(bucket -> bucket.content.keySet().stream())
        .filter(this::isDeleted)
        .count();
  }

  /// Returns whether a complete bucket of a matching tier holds the time.
  boolean holds(int diskShard, long millis, Predicate<Tier> like) {
    return namespace.disk().orElseThrow().tiers().stream()
        .filter(like)
        .anyMatch(tier -> newest(diskShard, tier, millis).isPresent());
  }

  boolean isFinalized(int memoryShard, long startMillis) {
    var newest = finalized.floorKey(new BucketKey(memoryShard, 0, startMillis, MAX_VALUE));
    return newest != null && newest.shard() == memoryShard && newest.startMillis() == startMillis;
  }

  private Bucket tier(BucketKey bucket) {
    return requireNonNull(tiers.get(bucket));
  }

  private Optional<BucketKey> newest(int shard, Tier tier, long millis) {
    long start = tier.startOf(millis);
    return Optional.ofNullable(
            tiers.floorKey(new BucketKey(shard, tier.number(), start, MAX_VALUE)))
        .filter(
            key ->
                key.shard() == shard && key.tier() == tier.number() && key.startMillis() == start);
  }

  private Bucket merge(Job.Compact job, int seriesCount) {
    Map<Cell, Integer> content = new HashMap<>();
    for (Job.Input input : job.inputs()) {
      switch (input) {
        case Job.Part part -> {
          BucketKey from = TierKeys.parseShuffled(part.key()).orElseThrow().bucket();
          addOnce(
              content,
              requireNonNull(requireNonNull(shuffled.get(from)).get(job.bucket().shard())));
        }
        case Job.Lower lower -> addOnce(content, tier(lower.manifest().bucket()).content);
        case Job.Slice slice -> {
          Map<Cell, Integer> kept = new HashMap<>(tier(slice.manifest().bucket()).content);
          kept.keySet()
              .removeIf(
                  cell ->
                      cell.startMillis < slice.startMillis()
                          || cell.startMillis >= slice.endMillis()
                          || slice.without().contains(memoryShard(cell.series, seriesCount)));
          addOnce(content, kept);
        }
      }
    }
    content
        .keySet()
        .removeIf(cell -> job.deletes().stream().anyMatch(delete -> covers(delete, cell)));
    BucketKey bucket = job.bucket();
    return new Bucket(
        new Manifest(
            Manifest.VERSION,
            namespace.name(),
            bucket.shard(),
            bucket.tier(),
            bucket.startMillis(),
            job.tier().bucket().toMillis(),
            bucket.generation(),
            job.tier().raw() && job.inputs().stream().allMatch(SimulatedS3::isRaw),
            job.tier().rollup().map(interval -> interval.toMillis()).orElse(0L),
            1,
            content.size(),
            job.inputKeys(),
            List.of(new StoredFile("data", content.size(), "")),
            job.consumed().stream()
                .map(windows -> counted(windows, bucket.startMillis(), content, seriesCount))
                .toList()),
        content);
  }

  private static boolean isRaw(Job.Input input) {
    return switch (input) {
      case Job.Part part -> true;
      case Job.Lower lower -> lower.manifest().raw();
      case Job.Slice slice -> slice.manifest().raw();
    };
  }

  private ConsumedWindows counted(
      ConsumedWindows windows, long startMillis, Map<Cell, Integer> content, int seriesCount) {
    long[] points = new long[windows.generations().size()];
    for (Cell cell : content.keySet()) {
      if (memoryShard(cell.series, seriesCount) == windows.shard()) {
        points[(int) ((cell.startMillis - startMillis) / Tier.MEMORY_BUCKET.toMillis())]++;
      }
    }
    return windows.withPoints(Arrays.stream(points).boxed().toList());
  }

  /// Adds cells, and checks that no two inputs have the same one.
  private static void addOnce(Map<Cell, Integer> to, Map<Cell, Integer> from) {
    from.forEach(
        (cell, generation) -> assertThat(to.put(cell, generation)).as("%s", cell).isNull());
  }

  private ShuffleMarker marker(BucketKey bucket, Set<Integer> shards) {
    return new ShuffleMarker(
        ShuffleMarker.VERSION,
        namespace.name(),
        bucket.shard(),
        bucket.startMillis(),
        Tier.MEMORY_BUCKET.toMillis(),
        bucket.generation(),
        namespace.diskSharding().shardGroups(),
        namespace.diskSharding().shardsPerGroup(),
        shards.stream().map(shard -> new StoredFile(name(bucket, shard), 1, "")).toList());
  }

  private static String name(BucketKey bucket, int shard) {
    return TierKeys.shuffled(bucket, shard).substring(TierKeys.shuffledDirectory(bucket).length());
  }
}
