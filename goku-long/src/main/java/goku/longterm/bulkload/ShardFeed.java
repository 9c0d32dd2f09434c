package goku.longterm.bulkload;

import goku.longterm.tier.ShardStore;
import goku.longterm.tier.Window;
import goku.model.Disk;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreException;
import goku.tier.BucketKey;
import goku.tier.Manifest;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a shard as S3 has it. Thread-safe; buckets may be brought in at the same time.
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

  /// Whether all that S3 is known to have is here.
  private volatile boolean complete;

  // guarded by this
  private BucketListing.@Nullable Found stored;
  private Collection<Window> finalized = List.of();

  /// Keys of deletes in force that S3 had before the last look and not any more.
  private Set<String> deletesGone = Set.of();

  /// Of the buckets that the first look wanted, those still to come; null before it.
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

  /// As it is at present.
  Namespace namespace() {
    return namespace.get();
  }

  /// Reads what S3 has, drops what is due, and gives what is to be brought in.
  ///
  /// @param finalizedBefore what GokuS had in S3 a moment ago: compaction takes windows from there
  ///   to here, so looking in this order finds each
  /// @throws ObjectStoreException when S3 cannot be read
  synchronized List<Manifest> look(Collection<Window> finalizedBefore) {
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
      found.problems().forEach(problem -> LOG.error("a marker in S3 is not used: {}", problem));
      metrics.damaged().increment((double) found.problems().size());
    }
    stored = found;
    finalized = finalizedBefore;
    return settle();
  }

  /// Whether it has failed so recently that it should wait.
  boolean isDue(Manifest bucket) {
    return retries.isDue(bucket.bucket());
  }

  /// Brings a bucket in and drops what is then due.
  ///
  /// @throws RuntimeException when it fails; that is counted, logged and remembered
  void bringIn(Manifest bucket) {
    if (stopped || shard.ingested().contains(bucket)) {
      // the latter by a look that began at the same time
      return;
    }
    long start = System.nanoTime();
    try {
      new BucketDownload(store, namespace.get(), bucket, shard, makeRoom).run();
    } catch (RuntimeException failed) {
      // or else the node closes, or the shard is released
      if (!stopped && !Thread.currentThread().isInterrupted()) {
        failed(bucket, failed);
      }
      throw failed;
    }
    retries.succeeded(bucket.bucket());
    metrics.ingests().record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    LOG.debug("shard {}: {} is in", shard.id(), bucket.bucket());
    var _ = settle();
  }

  /// Drops what is due, by what is known of S3, and gives what is to be brought in.
  synchronized List<Manifest> settle() {
    if (stopped) {
      return List.of();
    }
    Instant now = clock.instant();
    List<Manifest> manifests = stored == null ? List.of() : stored.manifests();
    if (stored != null) {
      shard.compareWith(keptWindows(manifests, now));
    }
    BulkLoadPlan wanted = BulkLoadPlan.of(manifests, shard.ingested(), namespace.get(), now);
    for (BucketKey bucket : wanted.drop()) {
      shard.drop(bucket);
      metrics.drops().increment();
    }
    shard.sweep();
    if (stored != null) {
      List<BucketKey> keys = wanted.ingest().stream().map(Manifest::bucket).toList();
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

  /// Deletes are removed from S3 when all buckets there were made with them, or of what was. So
  /// those that are here as S3 has them need none of these; others go on being masked.
  private void forgetDeletes(BucketListing.Found found) {
    Set<BucketKey> done = new HashSet<>();
    found.manifests().forEach(manifest -> done.add(manifest.bucket()));
    shard.forgetDeletes(deletesGone, done);
  }

  /// The shard is released: nothing is brought in or dropped any more, but for what is under way.
  void stop() {
    stopped = true;
  }

  /// Whether all buckets that S3 was known to have at the last look are here.
  boolean isComplete() {
    return complete;
  }

  /// Why the shard is not as it should be; empty when it is.
  synchronized Optional<String> complaint() {
    if (firstWanted == null) {
      return Optional.of("what S3 has is not known yet");
    }
    Optional<String> failing = retries.complaint();
    if (failing.isPresent()) {
      return failing;
    }
    if (!firstWanted.isEmpty()) {
      return Optional.of("%d buckets to be fetched from S3".formatted(firstWanted.size()));
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
          "shard {}: {} is not brought in for now: {}",
          shard.id(),
          bucket.bucket(),
          why.getMessage());
    } else {
      LOG.error("shard {}: {} is not brought in for now", shard.id(), bucket.bucket(), why);
    }
  }

  private Collection<Window> keptWindows(List<Manifest> manifests, Instant now) {
    long keptFrom =
        now.minus(namespace.get().disk().map(Disk::ttl).orElse(Duration.ZERO)).toEpochMilli();
    List<Window> windows = new ArrayList<>(finalized);
    manifests.forEach(
        manifest -> windows.add(new Window(manifest.startMillis(), manifest.endMillis())));
    windows.removeIf(window -> window.endMillis() <= keptFrom);
    return windows;
  }
}
