package goku.longterm.read;

import goku.format.CorruptException;
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
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.Namespace;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.DeleteOutcome;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import goku.rpc.ShardUnavailableException;
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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A reader that answers queries of a shard on disk (section 4.7.4 of the paper). Each call pins
/// the current buckets, so that none is removed while it is read. Thread-safe.
///
/// A bucket with a corrupt block is set aside, and the answer is marked as lacking its window.
/// Other errors of RocksDB are `IllegalStateException`s, broken values are `FormatException`s. Both
/// name the bucket and its database.
public final class LongShardReader implements ShardData {
  private final Supplier<PinnedBuckets> pin;
  private final Supplier<Namespace> namespace;
  private final DeleteSink deletes;
  private final InstantSource clock;
  private final Masks masks = new Masks();

  /// @param pin gives the buckets of the shard, which the caller closes
  /// @param namespace gives the current namespace
  /// @param deletes receiver of the shard's deletes
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

  /// Selects series. A series whose datapoints all lie outside the range may be among them.
  @Override
  public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
    return withoutDamaged(
        pinned -> {
          var reads = new OpenReads(pinned::close);
          try {
            return select(filter, range, resolution, pinned.buckets(), reads);
          } catch (RuntimeException e) {
            reads.close();
            throw e;
          }
        });
  }

  /// Reads the current buckets. A damaged one is set aside by its reader, and then the others are
  /// read again.
  ///
  /// @param read closes the buckets, also when it fails
  private <T> T withoutDamaged(Function<PinnedBuckets, T> read) {
    int before = Integer.MAX_VALUE;
    while (true) {
      PinnedBuckets pinned = pin.get();
      int buckets = pinned.buckets().size();
      try {
        return read.apply(pinned);
      } catch (ShardUnavailableException | CorruptException damaged) {
        if (buckets >= before) {
          throw damaged;
        }
        before = buckets;
      }
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

  /// Returns whether anything that the filter may find in the bucket was deleted.
  private static boolean isMasked(StoredBucket bucket, SeriesFilter filter) {
    return filter.metric() == null
        ? !bucket.deletes().isEmpty()
        : bucket.deletes().containsKey(filter.metric());
  }

  /// Returns the segments that serve the range. Buckets with deletes are read raw, as their rollups
  /// may contain deleted datapoints.
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
    return withoutDamaged(
        pinned -> {
          try (var reads = new OpenReads(pinned::close)) {
            return kept(pinned).stream()
                .map(bucket -> new Words(new BucketDb(bucket, reads), kind, masks))
                .anyMatch(words -> words.has(name));
          }
        });
  }

  @Override
  public List<String> suggest(NameKind kind, String prefix, int max) {
    return withoutDamaged(
        pinned -> {
          var best = new BestWords(max);
          try (var reads = new OpenReads(pinned::close)) {
            for (StoredBucket bucket : kept(pinned)) {
              new Words(new BucketDb(bucket, reads), kind, masks).offer(prefix, best);
            }
          }
          return best.toList();
        });
  }

  /// Returns the buckets that queries can still reach.
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

  /// Returns the holes, cut at the ends of the range. Later buckets may arrive meanwhile.
  @Override
  public Holes holes(TimeRange range) {
    try (PinnedBuckets pinned = pin.get()) {
      return pinned.holes().in(range);
    }
  }

  /// Writes the delete to S3, and applies it to all later reads. The data leave the disks as the
  /// compactor's buckets without them arrive.
  @Override
  public DeleteOutcome delete(long madeMillis, byte[] delete) {
    return deletes.delete(madeMillis, delete);
  }

  /// Returns at once: buckets come complete from S3, and no log is applied to them.
  @Override
  public boolean awaitApplied(long offset, Duration timeout) {
    return true;
  }
}
