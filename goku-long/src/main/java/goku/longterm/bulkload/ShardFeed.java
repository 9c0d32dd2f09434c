package goku.longterm.bulkload;

import goku.longterm.tier.ShardStore;
import goku.longterm.tier.Wanted;
import goku.longterm.tier.Window;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreException;
import goku.tier.BucketKey;
import goku.tier.Feeders;
import goku.tier.Manifest;
import goku.tier.Retention;
import goku.tier.Tombstone;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The feed of a shard, which keeps it in line with S3. Thread-safe; buckets may be loaded at the
/// same time.
final class ShardFeed {
  private static final Logger LOG = LoggerFactory.getLogger(ShardFeed.class);

  private final ShardStore shard;
  private final Supplier<Namespace> namespace;
  private final ObjectStore store;
  private final InstantSource clock;
  private final BulkloadMetrics metrics;
  private final BucketListing listing;
  private final Retries retries;
  private final Runnable makeRoom;

  private volatile boolean stopped;

  /// The flag that all buckets known to be in S3 are here.
  private volatile boolean complete;

  // guarded by this
  private BucketListing.@Nullable Found stored;
  private Collection<BucketKey> finalized = List.of();
  private Optional<Retention> retention = Optional.empty();

  /// The keys of deletes in force that S3 had before the last listing and no longer has.
  private Set<String> deletesGone = Set.of();

  /// The buckets of the first listing that are not loaded yet; null before it.
  private @Nullable Set<BucketKey> firstWanted;

  ShardFeed(
      ShardStore shard,
      Supplier<Namespace> namespace,
      ObjectStore store,
      InstantSource clock,
      BulkloadMetrics metrics,
      Runnable makeRoom) {
    this.shard = shard;
    this.namespace = namespace;
    this.store = store;
    this.clock = clock;
    this.metrics = metrics;
    this.makeRoom = makeRoom;
    listing = new BucketListing(store, namespace.get(), shard.id().shard());
    retries = new Retries(clock);
  }

  ShardStore shard() {
    return shard;
  }

  /// Returns the current namespace.
  Namespace namespace() {
    return namespace.get();
  }

  /// Lists S3, drops buckets that are due, and returns the buckets to load.
  ///
  /// @param finalizedBefore the newest files of windows of GokuS listed in S3 just before:
  ///   compaction moves windows from there to here, so listing in this order finds each
  /// @param inForce the retention in force
  /// @throws ObjectStoreException when S3 cannot be read
  synchronized List<Manifest> look(
      Collection<BucketKey> finalizedBefore, Optional<Retention> inForce) {
    retention = inForce;
    List<Tombstone> before = shard.deletes();
    BucketListing.Found found = listing.read(shard.ingested());
    if (stored == null) {
      Outdated.of(shard.ingested(), found.manifests(), found.deletes()).forEach(shard::drop);
    }
    shard.deleteAll(found.deletes());
    Set<String> gone = new HashSet<>();
    before.forEach(delete -> gone.add(delete.key()));
    found.deletes().forEach(delete -> gone.remove(delete.key()));
    deletesGone = gone;
    if (stored == null || !found.problems().equals(stored.problems())) {
      found
          .problems()
          .forEach(problem -> LOG.error("marker in S3 unusable, ignored cause={}", problem));
      metrics.damaged().increment((double) found.problems().size());
    }
    stored = found;
    finalized = finalizedBefore;
    return settle();
  }

  /// Returns whether the bucket may be tried now: it has not failed recently.
  boolean isDue(Manifest bucket) {
    return retries.isDue(bucket.bucket());
  }

  /// Loads a bucket and drops buckets that are then due.
  ///
  /// @throws RuntimeException when it fails; the failure is counted, logged and remembered
  void bringIn(Manifest bucket) {
    if (stopped || shard.ingested().contains(bucket)) {
      // a concurrent poll may have ingested the bucket
      return;
    }
    long start = System.nanoTime();
    try {
      new BucketDownload(store, namespace.get(), bucket, shard, makeRoom).run();
    } catch (RuntimeException failed) {
      // otherwise the node is closing, or the shard was released
      if (!stopped && !Thread.currentThread().isInterrupted()) {
        failed(bucket, failed);
      }
      throw failed;
    }
    retries.succeeded(bucket.bucket());
    metrics.ingests().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    LOG.debug("bucket loaded shard={} bucket={}", shard.id(), bucket.bucket());
    var _ = settle();
  }

  /// Drops buckets that are due by the last listing, and returns the buckets to load.
  synchronized List<Manifest> settle() {
    if (stopped) {
      return List.of();
    }
    Instant now = clock.instant();
    List<Manifest> manifests = stored == null ? List.of() : stored.manifests();
    BulkLoadPlan wanted =
        BulkLoadPlan.of(manifests, shard.ingested(), namespace.get(), retention, now);
    if (stored != null) {
      shard.compareWith(new Wanted(keptWindows(stored, now), wanted.ingest(), keptFiles(now)));
    }
    for (BucketKey bucket : wanted.drop()) {
      shard.drop(bucket);
      metrics.drops().increment();
    }
    shard.sweep();
    if (stored != null) {
      List<BucketKey> keys = wanted.ingest().stream().map(Manifest::bucket).toList();
      shard.dropDamaged(keptFrom(now), keys);
      retries.retain(keys);
      if (firstWanted == null) {
        firstWanted = new HashSet<>(keys);
      }
      firstWanted.retainAll(keys);
      complete = keys.isEmpty();
      if (complete && !deletesGone.isEmpty()) {
        forgetDeletes(stored);
      }
    }
    return wanted.ingest();
  }

  /// Forgets deletes that S3 no longer has. S3 loses a delete when all buckets there were built
  /// with it, or from such buckets. Buckets here that equal those in S3 therefore need no mask;
  /// others stay masked.
  private void forgetDeletes(BucketListing.Found found) {
    Set<BucketKey> done = new HashSet<>();
    found.manifests().forEach(manifest -> done.add(manifest.bucket()));
    shard.forgetDeletes(deletesGone, done);
  }

  /// Stops the feed of a released shard: it loads and drops nothing more, except work in progress.
  void stop() {
    stopped = true;
  }

  /// Returns whether all buckets of the last listing of S3 are here.
  boolean isComplete() {
    return complete;
  }

  /// Returns why the shard is not in line with S3; empty when it is.
  synchronized Optional<String> complaint() {
    if (firstWanted == null) {
      return Optional.of("S3 has not been listed yet");
    }
    Optional<String> failing = retries.complaint();
    if (failing.isPresent()) {
      return failing;
    }
    List<Manifest> damaged = shard.damaged();
    if (!damaged.isEmpty()) {
      return Optional.of(
          "%d damaged buckets, to be fetched from S3 again, the first is %s"
              .formatted(damaged.size(), damaged.getFirst().bucket()));
    }
    if (!firstWanted.isEmpty()) {
      return Optional.of("%d buckets still to be fetched from S3".formatted(firstWanted.size()));
    }
    return stored == null ? Optional.empty() : stored.problems().stream().findFirst();
  }

  private void failed(Manifest bucket, RuntimeException why) {
    metrics.failures().increment();
    boolean damaged = why instanceof DamagedBucketException;
    if (damaged) {
      metrics.damaged().increment();
    }
    if (!retries.failed(bucket.bucket(), why)) {
      return;
    }
    if (damaged || why instanceof ObjectStoreException) {
      LOG.error(
          "bucket load fails, retrying shard={} bucket={} cause={}",
          shard.id(),
          bucket.bucket(),
          why.getMessage());
    } else {
      LOG.error("bucket load fails, retrying shard={} bucket={}", shard.id(), bucket.bucket(), why);
    }
  }

  private long keptFrom(Instant now) {
    return now.minus(namespace.get().disk().map(Disk::ttl).orElse(Duration.ZERO)).toEpochMilli();
  }

  private Collection<Window> keptWindows(BucketListing.Found found, Instant now) {
    long keptFrom = keptFrom(now);
    List<Window> windows = new ArrayList<>();
    found
        .manifests()
        .forEach(manifest -> windows.add(new Window(manifest.startMillis(), manifest.endMillis())));
    windows.addAll(found.unknown());
    windows.removeIf(window -> window.endMillis() <= keptFrom);
    return windows;
  }

  /// Returns the files of GokuS that have series of this shard.
  private Collection<BucketKey> keptFiles(Instant at) {
    long keptFrom = keptFrom(at);
    Namespace now = namespace.get();
    Set<Integer> feeding =
        Feeders.related(shard.id().shard(), now.diskSharding(), now.sharding())
            .boxed()
            .collect(Collectors.toSet());
    return finalized.stream()
        .filter(file -> feeding.contains(file.shard()))
        .filter(file -> file.startMillis() + Tier.MEMORY_BUCKET.toMillis() > keptFrom)
        .toList();
  }
}
