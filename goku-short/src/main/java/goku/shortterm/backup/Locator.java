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

/// Finds what a shard can be restored from (section 4.6.2 of the paper, "Recovery"). Thread-safe.
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

  /// The newest snapshot that is whole and whose bucket files are all here, which after that are on
  /// the local disk.
  ///
  /// @param logEnd asks where the shard's log ends; asked after S3, as other replicas go on
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
            "shard {}: found the snapshot at offset {} with {} bucket files in {} ms; {} files, {}"
                + " bytes downloaded, {} newer snapshots not usable",
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

  /// The highest first.
  private static SortedSet<Long> offsets(ShardInventory shard, S3Source s3) throws IOException {
    var offsets = new TreeSet<Long>(Comparator.reverseOrder());
    offsets.addAll(s3.listing().snapshots());
    for (Path file : shard.files().snapshots()) {
      FileNames.parseSnapshot(file.getFileName().toString()).ifPresent(offsets::add);
    }
    return offsets;
  }

  /// The log is another one than that of the snapshot, whose offsets mean nothing then: records
  /// that the shard does not have would be passed over. What S3 has stays, as the wrong Kafka may
  /// have been asked.
  private static void setAside(ShardInventory shard, long offset, long end) {
    String why =
        "the log ends at offset %d already: topic %s was made anew, lost records, or is that of another Kafka; if that is meant, remove what S3 has in %s of s3://%s"
            .formatted(
                end,
                shard.namespace().kafkaTopic(),
                S3Keys.directory(shard.id()),
                shard.namespace().s3Bucket());
    Path file = shard.files().snapshot(offset);
    if (Files.exists(file)) {
      shard.files().setAside(file, new IOException(why));
    } else {
      LOG.error("shard {}: the snapshot at offset {} cannot be used: {}", shard.id(), offset, why);
    }
  }

  /// Lengths are not compared with S3: two replicas' snapshots of one offset may differ in them.
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
      LOG.error("cannot read {}", file, failed);
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
          "shard {}: the snapshot at offset {} cannot be used without {} (and {} more), neither"
              + " here nor in S3",
          shard.id(),
          snapshot.offset(),
          missing.getFirst(),
          missing.size() - 1);
    }
    return missing.isEmpty();
  }
}
