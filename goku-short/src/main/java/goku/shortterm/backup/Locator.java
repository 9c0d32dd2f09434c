package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The search for the files from which a shard can be restored (section 4.6.2 of the paper,
/// "Recovery"). Thread-safe.
final class Locator {
  private static final Logger LOG = LoggerFactory.getLogger(Locator.class);

  private final Destination from;
  private final BucketFetch buckets;
  private final ExecutorService threads;
  private final Semaphore downloads;
  private final Patience patience;

  Locator(
      Destination from,
      MemoryRetention retention,
      ExecutorService threads,
      BackupSettings settings) {
    this.from = from;
    this.threads = threads;
    buckets = new BucketFetch(from, retention, threads);
    downloads = new Semaphore(settings.downloads());
    patience = new Patience(settings.listTimeout());
  }

  /// Returns the newest complete snapshot whose bucket files are available, after downloading
  /// missing ones.
  ///
  /// @param logEnd returns the end of the shard's log; called after the listing of S3, because
  ///   other replicas continue
  Optional<SnapshotInfo> locate(ShardInventory shard, LongSupplier logEnd)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duration wait = patience.next(!shard.files().snapshots().isEmpty());
    S3Source s3 = S3Source.ask(shard, from, downloads, threads, wait);
    patience.heard(s3.answered());
    int unusable = 0;
    SortedSet<Long> offsets = offsets(shard, s3);
    long end = offsets.isEmpty() ? 0 : logEnd.getAsLong();
    for (long offset : offsets) {
      if (offset >= end) {
        setAside(shard, offset, end);
        unusable++;
        from.metrics().unusable().increment();
        continue;
      }
      Optional<SnapshotInfo> snapshot = snapshot(shard, offset, s3);
      if (snapshot.isPresent() && isComplete(shard, snapshot.get(), s3)) {
        LOG.info(
            "snapshot found shard={} offset={} buckets={} after={}ms downloaded={} files, {}"
                + " bytes; newer unusable snapshots={}",
            shard.id(),
            offset,
            snapshot.get().buckets().size(),
            Duration.ofNanos(System.nanoTime() - begin).toMillis(),
            s3.fetchedFiles(),
            s3.fetchedBytes(),
            unusable);
        return snapshot;
      }
      unusable++;
      from.metrics().unusable().increment();
    }
    LOG.info(
        "shard {}: found no snapshot to begin with, {} were not usable; its log is read from the"
            + " beginning",
        shard.id(),
        unusable);
    return Optional.empty();
  }

  /// Returns the offsets, the highest first.
  private static SortedSet<Long> offsets(ShardInventory shard, S3Source s3) throws IOException {
    var offsets = new TreeSet<Long>(Comparator.reverseOrder());
    offsets.addAll(s3.listing().snapshots());
    for (Path file : shard.files().snapshots()) {
      FileNames.parseSnapshot(file.getFileName().toString()).ifPresent(offsets::add);
    }
    return offsets;
  }

  /// Sets a snapshot of another log aside. Its offsets are meaningless, and records would be
  /// skipped. S3's copy stays, because the wrong Kafka may have been configured.
  private static void setAside(ShardInventory shard, long offset, long end) {
    String why =
        "the log ends at offset %d: topic %s was recreated, lost records, or belongs to another Kafka; if this is intended, remove the objects in %s of s3://%s"
            .formatted(
                end,
                shard.namespace().kafkaTopic(),
                S3Keys.directory(shard.id()),
                shard.namespace().s3Bucket());
    Path file = shard.files().snapshot(offset);
    if (Files.exists(file)) {
      shard.files().setAside(file, new IOException(why));
    } else {
      LOG.error("snapshot unusable shard={} offset={} cause={}", shard.id(), offset, why);
    }
  }

  /// Lengths are not compared with S3, because two replicas' snapshots of one offset may differ in
  /// length.
  private Optional<SnapshotInfo> snapshot(ShardInventory shard, long offset, S3Source s3)
      throws InterruptedException {
    Path file = shard.files().snapshot(offset);
    if (Files.exists(file)) {
      try {
        check(shard, offset, file);
        return Optional.of(from.checks().snapshotInfo(file));
      } catch (FormatException | IOException broken) {
        shard.files().setAside(file, broken);
      }
    }
    if (!s3.fetch(file, part -> check(shard, offset, part))) {
      return Optional.empty();
    }
    try {
      return Optional.of(from.checks().snapshotInfo(file));
    } catch (IOException failed) {
      LOG.error("snapshot unreadable file={}", file, failed);
      return Optional.empty();
    }
  }

  private void check(ShardInventory shard, long offset, Path file) throws IOException {
    from.checks().verifySnapshot(file);
    SnapshotInfo info = from.checks().snapshotInfo(file);
    if (info.offset() != offset
        || info.shard() != shard.id().shard()
        || !info.namespace().equals(shard.id().namespace())) {
      throw new CorruptException(
          "snapshot",
          0,
          "shard %s/%d at offset %d".formatted(info.namespace(), info.shard(), info.offset()),
          "shard %s at offset %d".formatted(shard.id(), offset));
    }
  }

  private boolean isComplete(ShardInventory shard, SnapshotInfo snapshot, S3Source s3)
      throws InterruptedException {
    List<Path> missing = buckets.fetch(shard, snapshot, s3);
    if (!missing.isEmpty()) {
      LOG.error(
          "snapshot unusable, bucket file missing shard={} offset={} file={} further={}: neither"
              + " on the disk nor in S3",
          shard.id(),
          snapshot.offset(),
          missing.getFirst(),
          missing.size() - 1);
    }
    return missing.isEmpty();
  }
}
