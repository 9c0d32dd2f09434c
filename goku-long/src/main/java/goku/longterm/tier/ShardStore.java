package goku.longterm.tier;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.rpc.ShardUnavailableException;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.Tombstone;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The buckets that a node has of a shard, on the hot and the cold disk (section 4.6.4 of the
/// paper). A bucket is here completely or not at all, whenever the process dies. Thread-safe; what
/// queries call waits for no disk.
public final class ShardStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShardStore.class);
  private static final Duration LAST_PINS = Duration.ofSeconds(20);
  private static final Comparator<Manifest> BY_TIME =
      Comparator.comparingLong(Manifest::startMillis).thenComparingInt(Manifest::tier);

  private final ShardId id;
  private final RocksResources resources;
  private final Supplier<Namespace> namespace;
  private final DataPath hot;
  private final DataPath cold;

  // guarded by this
  private final Map<BucketKey, HeldBucket> held = new HashMap<>();
  private final List<HeldBucket> dropped = new ArrayList<>();
  private final ShardDeletes deletes = new ShardDeletes();
  private List<HeldBucket> visible = List.of();
  private List<StoredBucket> stored = List.of();

  /// Whether it is known what was deleted of buckets of an earlier run.
  private boolean deletesAreKnown;

  private @Nullable List<Window> inS3;
  private long completeToMillis = Long.MIN_VALUE;
  private boolean closed;

  private ShardStore(
      ShardId id,
      Supplier<Namespace> namespace,
      RocksResources resources,
      DataPath hot,
      DataPath cold) {
    this.id = id;
    this.namespace = namespace;
    this.resources = resources;
    this.hot = hot;
    this.cold = cold;
    for (DataPath path : List.of(hot, cold)) {
      for (Manifest manifest : path.found().values()) {
        held.put(manifest.bucket(), new HeldBucket(manifest, path));
      }
    }
    deletesAreKnown = held.isEmpty();
    publish();
  }

  /// Opens what is there. Buckets of an earlier run are there again, half of one never is. They are
  /// seen once it is known what was deleted of them meanwhile.
  ///
  /// @param namespace gives it as it is at present
  /// @param number of a shard of GokuL
  /// @param hot directory of all shards on the fast disk
  /// @param cold the same on the slow one
  /// @throws StoreException when a directory cannot be used
  public static ShardStore open(
      Supplier<Namespace> namespace,
      int number,
      Path hot,
      Path cold,
      RocksResources resources,
      MeterRegistry registry) {
    ShardId id = namespace.get().shard(number);
    DataPath first = DataPath.open(directory(hot, id), resources, registry);
    try {
      DataPath second = DataPath.open(directory(cold, id), resources, registry);
      return new ShardStore(id, namespace, resources, first, second);
    } catch (StoreException failed) {
      first.close();
      throw failed;
    }
  }

  public ShardId id() {
    return id;
  }

  /// All that are completely here and are not dropped, older generations too.
  public synchronized List<Manifest> ingested() {
    return held.values().stream().map(HeldBucket::manifest).sorted(BY_TIME).toList();
  }

  /// A directory on the disk that the bucket belongs to, for files until they are ingested.
  public Path staging(Manifest manifest) {
    return pathOf(manifest).staging();
  }

  /// Brings a bucket in, whose files are in the directory: all of it at once. When this fails,
  /// nothing of it is here.
  ///
  /// @throws StoreException when the files are not a bucket, or the disk fails
  public void ingest(Manifest manifest, Path directory) {
    List<Path> files =
        manifest.files().stream().map(StoredFile::name).map(directory::resolve).toList();
    SstCheck.check(ManifestFiles.bucket(manifest), files, resources);
    DataPath path = pathOf(manifest);
    requireNew(manifest.bucket());
    path.ingest(manifest, files);
    synchronized (this) {
      held.put(manifest.bucket(), new HeldBucket(manifest, path));
      publish();
    }
  }

  /// Takes a bucket away from those that pin from now on. Its space is given back by this or, while
  /// it is pinned, by a later `sweep`; if the process dies before, by the next start. Nothing
  /// happens when there is no such bucket, or the shard is closed.
  public void drop(BucketKey bucket) {
    synchronized (this) {
      HeldBucket found = held.get(bucket);
      if (found == null || closed) {
        return;
      }
      found.path().condemn(found.keys());
      held.remove(bucket);
      dropped.add(found);
      publish();
    }
    sweep();
  }

  /// Gives back the space of dropped buckets that nobody has pinned any more.
  public synchronized void sweep() {
    for (Iterator<HeldBucket> all = dropped.iterator(); !closed && all.hasNext(); ) {
      HeldBucket bucket = all.next();
      if (!bucket.isPinned()) {
        bucket.path().remove(bucket.keys());
        all.remove();
      }
    }
  }

  /// Says of which times there are datapoints in S3, so that it is known which are missing here.
  public synchronized void compareWith(Collection<Window> windows) {
    inS3 = List.copyOf(windows);
    publish();
  }

  /// The deletes that are in force.
  public synchronized List<Tombstone> deletes() {
    return deletes.all();
  }

  /// Whoever pins from now on does not see what the deletes are about. There may be more.
  public synchronized void delete(Collection<Tombstone> some) {
    if (deletes.add(some)) {
      publish();
    }
  }

  /// The same, and with those that are in force already these are all.
  public synchronized void deleteAll(Collection<Tombstone> all) {
    if (deletes.add(all) || !deletesAreKnown) {
      deletesAreKnown = true;
      publish();
    }
  }

  /// Forgets deletes, unless a bucket needs them.
  ///
  /// @param done buckets that do not, whatever their manifests say
  public synchronized void forgetDeletes(Set<String> keys, Set<BucketKey> done) {
    boolean any =
        deletes.removeIf(
            delete ->
                keys.contains(delete.key())
                    && held.values().stream()
                        .map(HeldBucket::manifest)
                        .filter(manifest -> !done.contains(manifest.bucket()))
                        .noneMatch(manifest -> ShardDeletes.isMissedBy(delete, manifest)));
    if (any) {
      publish();
    }
  }

  /// What can be read now, until it is closed.
  ///
  /// @throws ShardUnavailableException when the shard is closed
  public synchronized PinnedBuckets pin() {
    if (closed) {
      throw new ShardUnavailableException(id);
    }
    List<HeldBucket> pinned = visible;
    pinned.forEach(HeldBucket::pin);
    var done = new AtomicBoolean();
    return new PinnedBuckets(
        stored,
        completeToMillis,
        () -> {
          if (!done.getAndSet(true)) {
            unpin(pinned);
          }
        });
  }

  /// Closes the databases once nothing is pinned any more. Waits for that, but not for ever: one
  /// that is still read then stays open until the process ends, or this is called again.
  @Override
  public void close() {
    if (!tryClose()) {
      LOG.warn("shard {} is still read by queries, so its databases stay open", id);
    }
  }

  /// As `close`; whether the databases are closed.
  public boolean tryClose() {
    synchronized (this) {
      closed = true;
      if (!awaitUnpinned()) {
        return false;
      }
    }
    hot.close();
    cold.close();
    return true;
  }

  /// Where a shard has its files below the directory of a disk.
  ///
  /// @param shard of GokuL
  public static Path directory(Path disk, ShardId shard) {
    return disk.resolve(shard.namespace()).resolve("%05d".formatted(shard.shard()));
  }

  private synchronized void unpin(List<HeldBucket> pinned) {
    pinned.forEach(HeldBucket::unpin);
    notifyAll();
  }

  private boolean awaitUnpinned() {
    long end = System.nanoTime() + LAST_PINS.toNanos();
    try {
      while (held.values().stream().anyMatch(HeldBucket::isPinned)
          || dropped.stream().anyMatch(HeldBucket::isPinned)) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized void requireNew(BucketKey bucket) {
    if (closed) {
      throw new StoreException("shard %s is closed".formatted(id));
    }
    if (held.containsKey(bucket)) {
      throw new StoreException("%s is already here".formatted(bucket));
    }
    if (dropped.stream().anyMatch(going -> going.manifest().bucket().equals(bucket))) {
      throw new StoreException(
          "%s is being removed; it can come back when no query reads it".formatted(bucket));
    }
  }

  /// Buckets of tiers that are not configured any more lie where their time would end.
  private DataPath pathOf(Manifest manifest) {
    boolean isHot =
        namespace.get().disk().map(Disk::tiers).orElse(List.of()).stream()
            .anyMatch(tier -> tier.number() == manifest.tier() && !tier.cold());
    return isHot ? hot : cold;
  }

  /// Of each window the newest generation is seen.
  private synchronized void publish() {
    Map<BucketKey, HeldBucket> newest = new HashMap<>();
    for (HeldBucket bucket : held.values()) {
      Manifest manifest = bucket.manifest();
      var window = new BucketKey(manifest.shard(), manifest.tier(), manifest.startMillis(), 0);
      newest.merge(
          window,
          bucket,
          (one, other) ->
              one.manifest().generation() > other.manifest().generation() ? one : other);
    }
    visible =
        newest.values().stream()
            .sorted(Comparator.comparing(HeldBucket::manifest, BY_TIME))
            .toList();
    if (!deletesAreKnown) {
      visible = List.of();
    }
    stored = visible.stream().map(bucket -> bucket.stored(deletes)).toList();
    List<Manifest> manifests = visible.stream().map(HeldBucket::manifest).toList();
    completeToMillis =
        inS3 != null
            ? Coverage.firstGap(inS3, manifests)
            : manifests.stream().mapToLong(Manifest::endMillis).max().orElse(Long.MIN_VALUE);
  }
}
