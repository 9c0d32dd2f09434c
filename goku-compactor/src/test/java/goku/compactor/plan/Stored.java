package goku.compactor.plan;

import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.model.Sharding;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.tier.BucketKey;
import goku.tier.ConsumedWindows;
import goku.tier.Coverage;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import goku.tier.Tombstone;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// The contents of S3 in tests of single rules: one namespace, with windows counted from the epoch.
final class Stored {
  static final long HOUR = Duration.ofHours(1).toMillis();
  static final long MEMORY = Tier.MEMORY_BUCKET.toMillis();

  private Stored() {}

  /// Returns a window of GokuS by its number since the epoch.
  static WindowKey memory(int shard, int number) {
    return new WindowKey(shard, 0, number * MEMORY);
  }

  /// Returns the marker of a shuffled window of GokuS, with a file of 10 bytes for each of the
  /// given shards of GokuL.
  static ShuffleMarker shuffled(BucketKey bucket, Sharding disk, int... withSeries) {
    List<StoredFile> files =
        IntStream.of(withSeries)
            .mapToObj(shard -> new StoredFile("%05d.goku".formatted(shard), 10, ""))
            .toList();
    return new ShuffleMarker(
        ShuffleMarker.VERSION,
        "metrics",
        bucket.shard(),
        bucket.startMillis(),
        MEMORY,
        bucket.generation(),
        disk.shardGroups(),
        disk.shardsPerGroup(),
        files);
  }

  /// Returns the marker with a coverage of the finalized file.
  static ShuffleMarker covering(ShuffleMarker marker, Coverage coverage) {
    return new ShuffleMarker(
        marker.version(),
        marker.namespace(),
        marker.shard(),
        marker.startMillis(),
        marker.lengthMillis(),
        marker.generation(),
        marker.groups(),
        marker.perGroup(),
        marker.files(),
        coverage);
  }

  /// Returns a complete bucket of a tier, with two files of 20 bytes in all.
  static Manifest made(BucketKey bucket, long lengthMillis, String... inputs) {
    return new Manifest(
        Manifest.VERSION,
        "metrics",
        bucket.shard(),
        bucket.tier(),
        bucket.startMillis(),
        lengthMillis,
        bucket.generation(),
        true,
        0,
        1,
        1,
        List.of(inputs),
        List.of(new StoredFile("data", 15, ""), new StoredFile("names", 5, "")));
  }

  /// Returns the bucket without raw datapoints.
  static Manifest rolledUp(Manifest made) {
    return new Manifest(
        made.version(),
        made.namespace(),
        made.shard(),
        made.tier(),
        made.startMillis(),
        made.lengthMillis(),
        made.generation(),
        false,
        Duration.ofMinutes(15).toMillis(),
        made.series(),
        made.points(),
        made.inputs(),
        made.files(),
        made.consumed());
  }

  /// Returns the bucket with a manifest that states its windows.
  static Manifest consuming(Manifest made, ConsumedWindows... windows) {
    return new Manifest(
        made.version(),
        made.namespace(),
        made.shard(),
        made.tier(),
        made.startMillis(),
        made.lengthMillis(),
        made.generation(),
        made.raw(),
        made.rollupMillis(),
        made.series(),
        made.points(),
        made.inputs(),
        made.files(),
        List.of(windows));
  }

  /// Returns windows of shard 0 that all have the generation and 10 datapoints.
  static ConsumedWindows windows(int count, int generation) {
    return new ConsumedWindows(
        0, Collections.nCopies(count, generation), Collections.nCopies(count, 10L));
  }

  static UnreadableMarker unreadable(BucketKey bucket) {
    return new UnreadableMarker(bucket, "broken", false);
  }

  static Tombstone delete(int diskShard, TimeRange range, Instant at) {
    var record = new DeleteRecord("cpu", List.of(), false, range);
    return Tombstone.of(diskShard, at.toEpochMilli(), DeleteWriter.write(record));
  }

  static Directory tierDirectory(BucketKey bucket, Instant unchangedSince, String... names) {
    return new Directory(bucket, TierKeys.tierDirectory(bucket), List.of(names), unchangedSince);
  }

  static Directory shuffledDirectory(BucketKey bucket, Instant unchangedSince, String... names) {
    return new Directory(
        bucket, TierKeys.shuffledDirectory(bucket), List.of(names), unchangedSince);
  }
}
