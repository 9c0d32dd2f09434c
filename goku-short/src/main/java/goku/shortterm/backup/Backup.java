package goku.shortterm.backup;

import goku.fault.Backoff;
import goku.format.FormatException;
import goku.format.bucket.BucketFile;
import goku.format.snapshot.SnapshotInfo;
import goku.model.CurrentNamespaces;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.objectstore.ObjectStore;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileCopies;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.ShardFiles;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps copies of finalized buckets and snapshots in S3, and says on the topic `goku-finalized`
/// when a bucket is there. Uploads wait in a queue and are tried again until they succeed, so that
/// an S3 that is away costs nothing but time. Thread-safe; no call but `locate` and `close` waits
/// for S3.
///
/// The life of a shard here begins with `locate` and ends with `shardClosed`.
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

  /// Not virtual: the first calls load the classes of the client of S3, several shards at once.
  private final ExecutorService recoveries =
      Executors.newThreadPerTaskExecutor(
          Thread.ofPlatform().name("goku-short-recovery-", 0).daemon().factory());

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("goku-short-backup-check").factory());
  private final Map<ShardId, ShardInventory> shards = new ConcurrentHashMap<>();

  /// @param store stays the caller's
  /// @param events is closed with the backup
  public Backup(
      CurrentNamespaces namespaces,
      ObjectStore store,
      FinalizedEvents events,
      BackupSettings settings,
      InstantSource clock,
      MeterRegistry registry) {
    this(namespaces, store, events, FileChecks.ofFormats(), settings, clock, registry);
  }

  Backup(
      CurrentNamespaces namespaces,
      ObjectStore store,
      FinalizedEvents events,
      FileChecks checks,
      BackupSettings settings,
      InstantSource clock,
      MeterRegistry registry) {
    this.settings = settings;
    this.namespaces = namespaces;
    to = new Destination(store, events, checks, BackupMetrics.in(registry));
    trouble = new Trouble(clock, settings.complainAfter(), registry);
    var backoff = new Backoff(settings.firstPause(), settings.longestPause());
    queue = new TaskQueue(settings.threads(), backoff, trouble, this::removeDropped);
    var retention = new MemoryRetention(settings.bucketLength(), clock);
    uploads = new Uploads(queue, to, retention);
    cleanup = new LocalFileCleanup(queue, retention);
    checker = new Checker(uploads, cleanup);
    locator = new Locator(to, retention, recoveries, settings);
    Gauge.builder("goku.backup.waiting", queue::size)
        .description("files that wait to be brought to S3, and shards to be swept there")
        .register(registry);
  }

  /// Begins to check from time to time that all files are here and in S3.
  public void start() {
    long millis = settings.checkInterval().toMillis();
    // what fails in it is logged there
    var _ = timer.scheduleWithFixedDelay(this::check, millis, millis, TimeUnit.MILLISECONDS);
  }

  /// The newest snapshot of a shard that is whole and whose bucket files are there, downloaded
  /// where the local disk does not have them; empty when there is none. Files of expired buckets
  /// that it refers to may be absent. Waits for S3 where it must, and goes on without S3 when that
  /// does not answer.
  ///
  /// Snapshots of offsets that the log has not come to are of another log and set aside.
  ///
  /// @param logEnd asks where the shard's log ends
  /// @throws UncheckedIOException when the local directory cannot be read, or when interrupted
  public Optional<SnapshotInfo> locate(ShardId id, ShardFiles files, LongSupplier logEnd) {
    Namespace namespace =
        namespaces
            .find(id.namespace())
            .orElseThrow(() -> new IllegalStateException("no namespace of shard " + id));
    var shard = new ShardInventory(id, namespaces.following(namespace), files);
    try {
      Optional<SnapshotInfo> found = locator.locate(shard, logEnd);
      if (found.isPresent()) {
        addSnapshots(shard, found.get());
      }
      uploads.expired(shard);
      cleanup.strays(shard);
      ShardInventory before = shards.put(id, shard);
      if (before != null) {
        before.release();
      }
      return found;
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot look for files of shard " + id, failed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new InterruptedIOException("looking for files of " + id));
    }
  }

  /// A bucket was finalized, or a file of it was found at a start: it belongs to S3. Of several
  /// replicas the first that uploads wins, the others compare.
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
    uploads.bucket(shard, bucket);
  }

  /// A snapshot was taken. The ones before the last two are removed, here and there.
  @Override
  public void snapshot(ShardId id, Path file, SnapshotInfo info) {
    ShardInventory shard = shard(id);
    shard.addSnapshot(info);
    uploads.snapshot(shard, info);
    uploads.sweep(shard);
    cleanup.dropped(shard);
  }

  /// The bucket's file is not needed any more: the next generation took its place, or it expired.
  /// It stays while one of the last snapshots needs it, or while it waits for S3 and belongs there.
  @Override
  public void bucketDropped(ShardId shard, Path file, BucketFile content) {
    bucketDropped(shard, file, BucketContent.of(content));
  }

  void bucketDropped(ShardId id, Path file, BucketContent content) {
    ShardInventory shard = shard(id);
    shard.drop(new BucketName(content.info().startMillis(), content.info().generation()));
    uploads.sweep(shard);
    cleanup.dropped(shard);
  }

  /// The shard is not on this node any more. Its files stay, and what waits for S3 still goes
  /// there.
  @Override
  public void shardClosed(ShardId id) {
    ShardInventory shard = shards.remove(id);
    if (shard != null) {
      shard.release();
    }
  }

  /// What is wrong: files that have waited for S3 for long, with the reason, files that differ from
  /// those in S3, or that cannot be written here; empty when nothing is.
  public Optional<String> complaint() {
    return trouble
        .complaint(queue.size())
        .or(checker::complaint)
        .or(() -> shards.values().stream().flatMap(each -> each.conflicts().stream()).findAny());
  }

  /// Waits for uploads that do not fail, and gives up the others: the files are found again at the
  /// next start.
  @Override
  public void close() {
    timer.shutdownNow();
    recoveries.shutdownNow();
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
    } catch (RuntimeException failed) {
      LOG.error("the check of files failed, and is made again", failed);
    }
  }

  private void removeDropped(ShardId id) {
    ShardInventory shard = shards.get(id);
    if (shard != null) {
      cleanup.dropped(shard);
    }
  }

  /// Newer ones than the one that was found wait for the next start: S3 may then have what they
  /// lack.
  private void addSnapshots(ShardInventory shard, SnapshotInfo found) throws IOException {
    int kept = 0;
    for (Path file : shard.files().snapshots()) {
      long offset = FileNames.parseSnapshot(file.getFileName().toString()).orElseThrow();
      if (offset > found.offset()) {
        continue;
      }
      try {
        if (kept < ShardInventory.SNAPSHOTS) {
          shard.addSnapshot(to.checks().snapshotInfo(file));
          kept++;
          continue;
        }
      } catch (FormatException broken) {
        shard.files().setAside(file, broken);
        continue;
      }
      shard.addOldSnapshot(offset);
    }
  }

  private ShardInventory shard(ShardId id) {
    ShardInventory shard = shards.get(id);
    if (shard == null) {
      throw new IllegalStateException("shard %s is not open".formatted(id));
    }
    return shard;
  }
}
