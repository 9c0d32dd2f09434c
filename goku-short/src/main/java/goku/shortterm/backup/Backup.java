package goku.shortterm.backup;

import goku.fault.Backoff;
import goku.format.FormatException;
import goku.format.bucket.BucketFile;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.model.CurrentNamespaces;
import goku.model.Holes;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.objectstore.ObjectStore;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.ShardFiles;
import goku.tier.Leftovers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The backup of finalized buckets and snapshots in S3. It reports uploaded buckets on the topic
/// `goku-finalized`. Uploads wait in a queue and are retried until they succeed, so that an
/// unavailable S3 only delays them. Thread-safe. Only `locate` and `close` wait for S3.
///
/// A shard's life in the backup begins with `shardOpens`, `locate` and `shardStarts`, and ends with
/// `shardClosed`.
public final class Backup implements FileCopies, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Backup.class);

  private final CurrentNamespaces namespaces;
  private final Destination to;
  private final BackupSettings settings;
  private final Trouble trouble;
  private final TaskQueue queue;
  private final Uploads uploads;
  private final LocalFileCleanup cleanup;
  private final Checker checker;
  private final Locator locator;
  private final WaitingShards waiting;
  private final Repairs repairs;
  private final TierLookups tiers;
  private final ReleasedFiles released;

  private final BackupThreads threads;
  private final Map<ShardId, ShardInventory> shards = new ConcurrentHashMap<>();

  /// @param store owned by the caller
  /// @param events closed with the backup
  public Backup(
      CurrentNamespaces namespaces,
      ObjectStore store,
      FinalizedEvents events,
      BackupSettings settings,
      InstantSource clock,
      MeterRegistry registry) {
    this(
        namespaces,
        new Destination(store, events, FileChecks.ofFormats(), BackupMetrics.in(registry)),
        settings,
        BackupThreads.started(settings, new SplittableRandom()),
        clock,
        registry);
  }

  Backup(
      CurrentNamespaces namespaces,
      Destination to,
      BackupSettings settings,
      BackupThreads threads,
      InstantSource clock,
      MeterRegistry registry) {
    this.settings = settings;
    this.namespaces = namespaces;
    this.to = to;
    this.threads = threads;
    trouble = new Trouble(clock, settings.complainAfter(), registry);
    var backoff = new Backoff(settings.firstPause(), settings.longestPause());
    queue =
        new TaskQueue(threads.uploads(), threads.random(), backoff, trouble, this::removeDropped);
    var retention = new MemoryRetention(settings.bucketLength(), clock);
    uploads = new Uploads(queue, to, retention);
    cleanup = new LocalFileCleanup(queue, retention);
    checker = new Checker(uploads, cleanup, new Leftovers(settings.keepReleased(), clock));
    var evidence = new TierEvidence(to.store(), clock);
    tiers = new TierLookups(evidence, retention, backoff, threads.repairs());
    released =
        new ReleasedFiles(
            settings.shards(),
            namespaces,
            new CopiesInS3(to, evidence, retention),
            settings.keepReleased(),
            clock,
            registry);
    var patience = new Patience(settings.listTimeout());
    waiting = new WaitingShards(to, patience, settings.listTimeout(), clock);
    locator = new Locator(to, retention, evidence, threads.recoveries(), settings, patience);
    repairs = new Repairs(to, backoff, threads.repairs(), registry);
    Gauge.builder("goku.backup.waiting", queue::size)
        .description("files waiting for upload to S3, and shards waiting for a sweep")
        .register(registry);
  }

  /// Starts the regular check that all files are on the disk and in S3.
  public void start() {
    long millis = settings.checkInterval().toMillis();
    // failures in it are logged there
    var _ =
        threads.timer().scheduleWithFixedDelay(this::check, millis, millis, TimeUnit.MILLISECONDS);
    long pause = WaitingShards.PAUSE.toMillis();
    var _ =
        threads
            .timer()
            .scheduleWithFixedDelay(this::reviewWaiting, pause, pause, TimeUnit.MILLISECONDS);
  }

  /// Notes that this node opens a shard, whose files therefore stay.
  public void shardOpens(ShardId id) {
    released.opened(id);
  }

  /// Returns the files that a shard is restored from, after downloading missing ones: a snapshot
  /// whose bucket files are available, or bucket files only. Files of expired buckets may be
  /// absent. Waits for S3 where necessary, and continues without S3 if it does not answer, unless
  /// nothing is known of the shard without it.
  ///
  /// @param log returns the shard's log
  /// @throws UncheckedIOException if the local directory cannot be read, or if interrupted
  public Restorable locate(ShardId id, ShardFiles files, RestoredLog log) {
    Namespace namespace =
        namespaces
            .find(id.namespace())
            .orElseThrow(() -> new IllegalStateException("no namespace of shard " + id));
    var shard = new ShardInventory(id, namespaces.following(namespace), files);
    try {
      Restorable found = locator.locate(shard, log);
      if (found.awaitsS3()) {
        shard.awaitS3();
      }
      if (found.snapshot().isPresent()) {
        addSnapshots(shard, found.snapshot().get());
      }
      uploads.expired(shard, names(found));
      cleanup.strays(shard);
      ShardInventory before = shards.put(id, shard);
      if (before != null) {
        before.release();
      }
      return found;
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot list files of shard " + id, failed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("listing files of " + id));
    }
  }

  private static Set<BucketName> names(Restorable found) {
    List<BucketReference> files =
        found.snapshot().map(SnapshotInfo::buckets).orElseGet(found::files);
    return files.stream()
        .map(file -> new BucketName(file.startMillis(), file.generation()))
        .collect(Collectors.toSet());
  }

  /// Reports a bucket that was finalized, or whose file was found at a start: it belongs to S3. Of
  /// several replicas the first uploads, the others compare.
  ///
  /// @param content must stay open until `bucketDropped` or `shardClosed` has returned
  @Override
  public void bucket(ShardId shard, Path file, BucketFile content) {
    bucket(shard, file, BucketContent.of(content));
  }

  void bucket(ShardId id, Path file, BucketContent content) {
    ShardInventory shard = shard(id);
    var bucket = new MappedBucket(file, content, FinalizedEvent.of(shard.namespace(), id, content));
    shard.hold(bucket);
    repairs.watch(shard, bucket);
    uploads.bucket(shard, bucket);
  }

  /// Reports what a located shard starts with. Other replicas may have what it lacks.
  ///
  /// @param log the identity of its log
  /// @param lacking the times of datapoints that it may lack
  public void shardStarts(ShardId id, UUID log, Holes lacking) {
    shard(id).opened(new BetterSnapshots.Lack(log, lacking));
  }

  /// Reports a new snapshot. All but the last two are removed, on the disk and in S3.
  @Override
  public void snapshot(ShardId id, Path file, SnapshotInfo info) {
    ShardInventory shard = shard(id);
    shard.addSnapshot(info);
    uploads.snapshot(shard, info);
    uploads.sweep(shard);
    cleanup.dropped(shard);
  }

  @Override
  public boolean hasBetterSnapshot(ShardId id) {
    ShardInventory shard = shards.get(id);
    return shard != null && shard.hasBetterSnapshot();
  }

  @Override
  public boolean isInTiers(ShardId id, BucketName bucket) {
    ShardInventory shard = shards.get(id);
    return shard != null && tiers.isInTiers(shard, bucket);
  }

  /// Reports that the bucket's file is no longer needed, because of its next generation or expiry.
  /// It stays while one of the last snapshots needs it, or while it waits for its upload.
  @Override
  public void bucketDropped(ShardId shard, Path file, BucketFile content) {
    bucketDropped(shard, file, BucketContent.of(content));
  }

  void bucketDropped(ShardId id, Path file, BucketContent content) {
    ShardInventory shard = shard(id);
    var event = FinalizedEvent.of(shard.namespace(), id, content);
    shard.drop(new BucketName(event.startMillis(), event.generation()));
    uploads.dropped(shard, file, event);
    uploads.sweep(shard);
    cleanup.dropped(shard);
  }

  /// Reports that the shard has left this node. Its files stay for a while, and waiting uploads
  /// continue.
  @Override
  public void shardClosed(ShardId id) {
    ShardInventory shard = shards.remove(id);
    if (shard != null) {
      shard.release();
    }
    released.closed(id);
  }

  /// Abandons the uploads of a removed namespace, except for the one that runs.
  public void abandon(Namespace namespace) {
    queue.abandon(namespace.name());
  }

  /// Removes the files of a removed namespace, whose uploads were abandoned.
  ///
  /// @throws IllegalStateException while one of its shards is open, or one of its uploads runs
  /// @throws UncheckedIOException if a file cannot be removed
  public void remove(Namespace namespace) {
    if (queue.hasAny(namespace.name())) {
      throw new IllegalStateException(
          "cannot remove namespace %s: an upload of its files still runs"
              .formatted(namespace.name()));
    }
    try {
      released.remove(namespace);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot remove the files of namespace " + namespace.name(), failed);
    }
  }

  /// Returns the problem: files that wait for S3 for long, with the reason, files that differ from
  /// those in S3, or files that cannot be written here; empty if there is none.
  public Optional<String> complaint() {
    return trouble
        .complaint(queue.size())
        .or(repairs::complaint)
        .or(checker::complaint)
        .or(() -> shards.values().stream().flatMap(each -> each.conflicts().stream()).findAny());
  }

  /// Waits for uploads that do not fail, and abandons the others. The next start finds their files
  /// again.
  @Override
  public void close() {
    threads.timer().shutdownNow();
    threads.recoveries().shutdownNow();
    threads.repairs().shutdownNow();
    try {
      queue.awaitDone(settings.closeTimeout());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    queue.close();
    to.events().close();
  }

  void check() {
    try {
      checker.check(List.copyOf(shards.values()));
      released.review();
    } catch (RuntimeException failed) {
      LOG.error("check of files failed, retrying", failed);
    }
  }

  void reviewWaiting() {
    try {
      waiting.review(List.copyOf(shards.values()));
    } catch (RuntimeException failed) {
      LOG.error("review of waiting shards failed, retrying", failed);
    }
  }

  private void removeDropped(ShardId id) {
    ShardInventory shard = shards.get(id);
    if (shard != null) {
      cleanup.dropped(shard);
    }
  }

  /// Newer snapshots than the located one wait for the next start: S3 may then have what they lack.
  private void addSnapshots(ShardInventory shard, SnapshotInfo found) throws IOException {
    for (Path file : shard.files().snapshots().reversed()) {
      long number = FileNames.parseSnapshot(file.getFileName().toString()).orElseThrow();
      if (number > found.number()) {
        continue;
      }
      try {
        shard.addSnapshot(to.checks().snapshotInfo(file));
      } catch (FormatException broken) {
        shard.files().setAside(file, broken);
      }
    }
  }

  ShardInventory shard(ShardId id) {
    ShardInventory shard = shards.get(id);
    if (shard == null) {
      throw new IllegalStateException("shard %s is not open".formatted(id));
    }
    return shard;
  }
}
