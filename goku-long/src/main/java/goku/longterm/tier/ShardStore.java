package goku.longterm.tier;

import goku.format.sst.SstBucket;
import goku.model.Disk;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.rpc.ShardUnavailableException;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.Tombstone;
import io.micrometer.core.instrument.Counter;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The buckets of a shard on this node, on the hot and the cold disk (section 4.6.4 of the paper).
/// At any crash, a bucket is here completely or not at all. Thread-safe; methods for queries do not
/// wait for a disk.
public final class ShardStore implements AutoCloseable {
  /// The name of a database that was set aside, in the directory of a shard.
  public static final String BROKEN_DATABASE = "db.broken";

  private static final Logger LOG = LoggerFactory.getLogger(ShardStore.class);
  private static final Duration LAST_PINS = Duration.ofSeconds(20);
  private static final Comparator<Manifest> BY_TIME =
      Comparator.comparingLong(Manifest::startMillis).thenComparingInt(Manifest::tier);

  private final ShardId id;
  private final RocksResources resources;
  private final Supplier<Namespace> namespace;
  private final DataPath hot;
  private final DataPath cold;
  private final Counter damaged;

  // guarded by this
  private final Map<BucketKey, HeldBucket> held = new HashMap<>();
  private final List<HeldBucket> dropped = new ArrayList<>();

  /// The damaged buckets, which no query reads. Their files stay until good ones are here.
  private final Map<BucketKey, HeldBucket> aside = new HashMap<>();

  private final ShardDeletes deletes = new ShardDeletes();
  private List<HeldBucket> visible = List.of();
  private List<StoredBucket> stored = List.of();

  /// The flag that the deletes of data in buckets of an earlier run are known.
  private boolean deletesAreKnown;

  private @Nullable Wanted inS3;
  private Holes holes = Holes.NONE;
  private Holes outside = Holes.NONE;
  private boolean closed;

  private ShardStore(
      ShardId id,
      Supplier<Namespace> namespace,
      RocksResources resources,
      DataPath hot,
      DataPath cold,
      MeterRegistry registry) {
    damaged =
        Counter.builder("goku.long.buckets.damaged")
            .description("buckets with a corrupt block, set aside and fetched from S3 again")
            .register(registry);
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

  /// Opens the existing data. Complete buckets of an earlier run are found again, incomplete ones
  /// never. They become visible once the deletes made in the meantime are known.
  ///
  /// @param namespace gives the current namespace
  /// @param number number of a shard of GokuL
  /// @param hot directory of all shards on the fast disk
  /// @param cold directory of all shards on the slow disk
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
      return new ShardStore(id, namespace, resources, first, second, registry);
    } catch (StoreException failed) {
      first.close();
      throw failed;
    }
  }

  public ShardId id() {
    return id;
  }

  /// Returns all complete buckets that are not dropped, including older generations.
  public synchronized List<Manifest> ingested() {
    return held.values().stream().map(HeldBucket::manifest).sorted(BY_TIME).toList();
  }

  /// Returns a directory on the disk of the bucket, for files until they are ingested.
  public Path staging(Manifest manifest) {
    return pathOf(manifest).staging();
  }

  /// Ingests a bucket, whose files are in the directory, at once. On failure, nothing of it is
  /// here.
  ///
  /// @throws StoreException when the files are not a bucket, or the disk fails, also because other
  ///   buckets are damaged: these are set aside
  public void ingest(Manifest manifest, Path directory) {
    List<Path> files =
        manifest.files().stream().map(StoredFile::name).map(directory::resolve).toList();
    SstCheck.check(ManifestFiles.bucket(manifest), files, resources);
    DataPath path = pathOf(manifest);
    requireNew(manifest.bucket());
    removeAside(manifest.bucket());
    try {
      path.ingest(manifest, files);
    } catch (StoreException failed) {
      if (failed.isCorruption()) {
        setAsideUnreadable(path, failed.toString());
      }
      throw failed;
    }
    synchronized (this) {
      held.put(manifest.bucket(), new HeldBucket(manifest, path));
      publish();
    }
  }

  /// Hides a bucket from later pins. Its space is freed at once or, while it is pinned, by a later
  /// `sweep`; after a crash, by the next start. Does nothing when there is no such bucket, or when
  /// the shard is closed.
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

  /// Hides a damaged bucket from later pins. Answers are marked as lacking its window until the
  /// bucket is ingested again. Its files stay until then, as S3 may not have it.
  private synchronized void setAside(HeldBucket bucket, String cause) {
    BucketKey key = bucket.manifest().bucket();
    if (closed || held.get(key) != bucket) {
      return; // another reader was first
    }
    damaged.increment();
    LOG.error(
        "bucket damaged, set aside, fetching it from S3 again shard={} bucket={} cause={}",
        id,
        key,
        cause);
    held.remove(key);
    aside.put(key, bucket);
    publish();
  }

  /// Sets aside the buckets whose files keep others from being ingested.
  private void setAsideUnreadable(DataPath path, String cause) {
    Set<SstBucket> unreadable = path.unreadable();
    List<HeldBucket> found;
    synchronized (this) {
      found =
          held.values().stream()
              .filter(bucket -> bucket.path() == path && unreadable.contains(bucket.keys()))
              .toList();
    }
    found.forEach(bucket -> setAside(bucket, cause));
  }

  /// Returns the damaged buckets, ascending by time.
  public synchronized List<Manifest> damaged() {
    return aside.values().stream().map(HeldBucket::manifest).sorted(BY_TIME).toList();
  }

  /// Drops damaged buckets that nobody needs: those that have expired, and those that are not to be
  /// loaded again while other buckets have their window.
  ///
  /// @param keptFromMillis the first millisecond that has not expired
  public void dropDamaged(long keptFromMillis, Collection<BucketKey> wanted) {
    synchronized (this) {
      if (closed) {
        return;
      }
      List<Manifest> manifests = visible.stream().map(HeldBucket::manifest).toList();
      for (HeldBucket bucket : List.copyOf(aside.values())) {
        Manifest manifest = bucket.manifest();
        if (manifest.endMillis() <= keptFromMillis
            || (!wanted.contains(manifest.bucket()) && Coverage.contains(manifests, manifest))) {
          bucket.path().condemn(bucket.keys());
          aside.remove(manifest.bucket());
          dropped.add(bucket);
        }
      }
      publish();
    }
    sweep();
  }

  /// Removes the damaged files of a bucket, whose good ones are here and are ingested next.
  private synchronized void removeAside(BucketKey key) {
    HeldBucket bucket = aside.get(key);
    if (bucket == null) {
      return;
    }
    if (bucket.isPinned()) {
      throw new StoreException(
          "cannot ingest bucket=%s: the damaged one is still read; possible once no query reads it"
              .formatted(key));
    }
    bucket.path().condemn(bucket.keys());
    bucket.path().remove(bucket.keys());
    aside.remove(key);
  }

  /// Frees the space of dropped buckets that are no longer pinned.
  public synchronized void sweep() {
    for (Iterator<HeldBucket> all = dropped.iterator(); !closed && all.hasNext(); ) {
      HeldBucket bucket = all.next();
      if (!bucket.isPinned()) {
        bucket.path().remove(bucket.keys());
        all.remove();
      }
    }
  }

  /// Sets what S3 has, which shows the gaps here.
  public synchronized void compareWith(Wanted wanted) {
    inS3 = wanted;
    publish();
  }

  /// Returns the deletes in force.
  public synchronized List<Tombstone> deletes() {
    return deletes.all();
  }

  /// Adds deletes: later pins do not show the deleted data. There may be more deletes.
  public synchronized void delete(Collection<Tombstone> some) {
    if (deletes.add(some)) {
      publish();
    }
  }

  /// Adds deletes, which together with those in force are all.
  public synchronized void deleteAll(Collection<Tombstone> all) {
    if (deletes.add(all) || !deletesAreKnown) {
      deletesAreKnown = true;
      publish();
    }
  }

  /// Forgets deletes, unless a bucket needs them.
  ///
  /// @param done buckets that do not need them, independent of their manifests
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

  /// Pins the current buckets until the result is closed.
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
        holes,
        () -> {
          if (!done.getAndSet(true)) {
            unpin(pinned);
          }
        });
  }

  /// Closes the databases once nothing is pinned, after a limited wait. Databases that are still
  /// read then stay open until the process ends, or until this is called again.
  @Override
  public void close() {
    if (!tryClose()) {
      LOG.warn("shard still read by queries, its databases stay open shard={}", id);
    }
  }

  /// Closes like `close`, and returns whether the databases are closed.
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

  /// Returns the directory of a shard below the directory of a disk.
  ///
  /// @param shard shard of GokuL
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
          || dropped.stream().anyMatch(HeldBucket::isPinned)
          || aside.values().stream().anyMatch(HeldBucket::isPinned)) {
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
      throw new StoreException("cannot ingest into shard=%s: the shard is closed".formatted(id));
    }
    if (held.containsKey(bucket)) {
      throw new StoreException("cannot ingest bucket=%s: already ingested".formatted(bucket));
    }
    if (dropped.stream().anyMatch(going -> going.manifest().bucket().equals(bucket))) {
      throw new StoreException(
          "cannot ingest bucket=%s: the dropped one is being removed; possible once no query reads it"
              .formatted(bucket));
    }
  }

  /// Returns the disk of a bucket. Buckets of tiers that are no longer configured are on the cold
  /// disk.
  private DataPath pathOf(Manifest manifest) {
    boolean isHot =
        namespace.get().disk().map(Disk::tiers).orElse(List.of()).stream()
            .anyMatch(tier -> tier.number() == manifest.tier() && !tier.cold());
    return isHot ? hot : cold;
  }

  /// Makes the newest generation of each window visible.
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
    stored =
        visible.stream()
            .map(bucket -> bucket.stored(deletes, cause -> setAside(bucket, cause)))
            .toList();
    List<Manifest> manifests = visible.stream().map(HeldBucket::manifest).toList();
    List<Manifest> here = Stream.concat(manifests.stream(), damaged().stream()).toList();
    Holes missing = missing(here);
    Holes notYet = Coverage.notYet(here);
    holes =
        damagedWindows()
            .plus(missing)
            .plus(notYet.minus(missing))
            .plus(Coverage.lost(manifests).minus(missing));
    outside = damagedWindows().plus(Coverage.stated(missing)).plus(notYet);
  }

  /// Returns the windows of damaged buckets. A bucket of another tier may have the window too, but
  /// as rollups only.
  private Holes damagedWindows() {
    return Holes.of(
        damaged().stream()
            .map(one -> new Hole(one.startMillis(), one.endMillis(), HoleCause.DAMAGED))
            .toList());
  }

  /// Returns the times of which S3 has more. Before the first listing that is everything: deletes
  /// and newer buckets may be there.
  private Holes missing(List<Manifest> here) {
    return inS3 == null
        ? Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY)
        : Coverage.missing(inS3, here);
  }

  /// Returns the times that the shard does not hold.
  public synchronized Holes outside() {
    return outside;
  }
}
