package goku.longterm.read;

import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.OpenReads;
import goku.longterm.read.cover.Cover;
import goku.longterm.read.cover.Horizons;
import goku.longterm.read.cover.Segment;
import goku.longterm.read.mask.Masks;
import goku.longterm.read.search.SelectionBuilder;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.StoredBucket;
import goku.model.Disk;
import goku.model.NameKind;
import goku.model.Namespace;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import goku.tier.Manifest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Answers queries of a shard on disk (section 4.7.4 of the paper). Each call pins the buckets of
/// its moment, so that none goes while it is read. Thread-safe.
///
/// Errors of RocksDB are `IllegalStateException`s, broken values `FormatException`s; both name the
/// bucket and its database.
public final class LongShardReader implements ShardData {
  private final Supplier<PinnedBuckets> pin;
  private final Supplier<Namespace> namespace;
  private final DeleteSink deletes;
  private final InstantSource clock;
  private final Masks masks = new Masks();

  /// @param pin gives the buckets of the shard, to be closed by whoever asked
  /// @param namespace gives it as it is at present
  /// @param deletes where those of the shard go
  public LongShardReader(
      Supplier<PinnedBuckets> pin,
      Supplier<Namespace> namespace,
      DeleteSink deletes,
      InstantSource clock) {
    this.pin = pin;
    this.namespace = namespace;
    this.deletes = deletes;
    this.clock = clock;
  }

  /// A series whose datapoints all lie outside of the range may be among the selected.
  @Override
  public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
    PinnedBuckets pinned = pin.get();
    var reads = new OpenReads(pinned::close);
    try {
      return select(filter, range, resolution, pinned.buckets(), reads);
    } catch (RuntimeException e) {
      reads.close();
      throw e;
    }
  }

  private SeriesSelection select(
      SeriesFilter filter,
      TimeRange range,
      Resolution resolution,
      List<StoredBucket> buckets,
      OpenReads reads) {
    List<Segment> segments = cover(buckets, filter, range, resolution);
    var found = new SelectionBuilder(filter, masks);
    Map<Integer, SelectedBucket> sources = new HashMap<>();
    segments.stream()
        .map(Segment::bucket)
        .distinct()
        .sorted(Comparator.comparingInt(bucket -> -buckets.get(bucket).manifest().series()))
        .forEach(
            bucket -> {
              var db = new BucketDb(buckets.get(bucket), reads);
              sources.put(bucket, new SelectedBucket(db, found.add(db)));
              if (isMasked(buckets.get(bucket), filter)) {
                deletes.masked();
              }
            });
    List<SelectedBucket> ofSegments = new ArrayList<>();
    for (Segment segment : segments) {
      ofSegments.add(Objects.requireNonNull(sources.get(segment.bucket())));
    }
    return new LongSelection(reads, found, segments, ofSegments, resolution, masks);
  }

  /// Whether something was deleted of what the filter may find in the bucket.
  private static boolean isMasked(StoredBucket bucket, SeriesFilter filter) {
    return filter.metric() == null
        ? !bucket.deletes().isEmpty()
        : bucket.deletes().containsKey(filter.metric());
  }

  /// Rollups do not stand for datapoints some of which were deleted since they were made.
  private List<Segment> cover(
      List<StoredBucket> buckets, SeriesFilter filter, TimeRange range, Resolution resolution) {
    List<Manifest> manifests = buckets.stream().map(StoredBucket::manifest).toList();
    Set<Manifest> asTheyCame =
        buckets.stream()
            .filter(bucket -> isMasked(bucket, filter))
            .map(StoredBucket::manifest)
            .collect(Collectors.toUnmodifiableSet());
    return namespace
        .get()
        .disk()
        .map(
            disk ->
                Cover.of(
                    manifests,
                    disk,
                    clock.instant(),
                    range,
                    manifest -> asTheyCame.contains(manifest) ? Resolution.RAW : resolution))
        .orElse(List.of());
  }

  @Override
  public boolean knows(NameKind kind, String name) {
    try (PinnedBuckets pinned = pin.get();
        var reads = new OpenReads(() -> {})) {
      return kept(pinned).stream()
          .map(bucket -> new Words(new BucketDb(bucket, reads), kind, masks))
          .anyMatch(words -> words.has(name));
    }
  }

  @Override
  public List<String> suggest(NameKind kind, String prefix, int max) {
    var best = new BestWords(max);
    try (PinnedBuckets pinned = pin.get();
        var reads = new OpenReads(() -> {})) {
      for (StoredBucket bucket : kept(pinned)) {
        new Words(new BucketDb(bucket, reads), kind, masks).offer(prefix, best);
      }
    }
    return best.toList();
  }

  /// The buckets that queries can still reach.
  private List<StoredBucket> kept(PinnedBuckets pinned) {
    Disk disk = namespace.get().disk().orElse(null);
    if (disk == null) {
      return List.of();
    }
    long last = new Horizons(disk, clock.instant()).last();
    return pinned.buckets().stream()
        .filter(bucket -> bucket.manifest().endMillis() > last)
        .toList();
  }

  /// The newest part may still be on its way: then all of the range counts as incomplete, as what
  /// is missing lies at its end.
  @Override
  public long completeFromMillis(TimeRange range) {
    try (PinnedBuckets pinned = pin.get()) {
      if (pinned.completeToMillis() > range.endMillis()) {
        return Long.MIN_VALUE;
      }
      return range.endMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : range.endMillis() + 1;
    }
  }

  /// Written to S3, and applied to all that is read from now on. What it is about goes from the
  /// disks as buckets arrive that the compactor has made without it.
  @Override
  public DeleteOutcome delete(long madeMillis, byte[] delete) {
    return deletes.delete(madeMillis, delete);
  }

  /// Nothing to wait for: buckets come complete from S3, and no log is applied to them.
  @Override
  public boolean awaitApplied(long offset, Duration timeout) {
    return true;
  }
}
