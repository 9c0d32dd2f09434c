package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import goku.objectstore.ObjectStoreException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The check that the files of open shards are on the local disk and in S3. Missing ones are
/// written again (section 4.6.2 of the paper). One thread checks. Any thread may call `complaint`.
final class Checker {
  private static final Logger LOG = LoggerFactory.getLogger(Checker.class);

  private final Uploads uploads;
  private final TaskQueue queue;
  private final LocalFileCleanup cleanup;
  private final Destination to;
  private final BetterSnapshots better;
  private final Map<ShardId, String> failing = new ConcurrentHashMap<>();

  Checker(Uploads uploads, LocalFileCleanup cleanup) {
    this.uploads = uploads;
    this.queue = uploads.queue();
    this.cleanup = cleanup;
    this.to = uploads.to();
    better = new BetterSnapshots(to);
  }

  void check(Collection<ShardInventory> shards) {
    failing.keySet().retainAll(shards.stream().map(ShardInventory::id).toList());
    Set<String> away = new HashSet<>();
    for (ShardInventory shard : shards) {
      checkDisk(shard);
      String s3Bucket = shard.namespace().s3Bucket();
      if (!away.contains(s3Bucket)) {
        try {
          checkS3(shard, Listing.of(to.store(), shard));
        } catch (ObjectStoreException failed) {
          away.add(s3Bucket);
          LOG.warn("check of files in S3 failed cause={}", failed.getMessage());
        }
      }
    }
  }

  /// Returns the file that could not be written to the local disk; empty if there is none.
  Optional<String> complaint() {
    return failing.values().stream().findAny();
  }

  private void checkDisk(ShardInventory shard) {
    try {
      for (MappedBucket bucket : shard.held()) {
        if (bucket.restore()) {
          to.metrics().restoredHere().increment();
          LOG.warn("bucket file was missing or shorter, written again file={}", bucket.file());
        }
      }
      cleanup.dropped(shard);
      cleanup.strays(shard);
      failing.remove(shard.id());
    } catch (IOException failed) {
      String message = "shard %s: %s".formatted(shard.id(), failed.getMessage());
      LOG.error("file not written, retrying at the next check cause={}", message);
      failing.put(shard.id(), message);
    }
  }

  private void checkS3(ShardInventory shard, Listing there) {
    for (MappedBucket bucket : shard.held()) {
      if (!queue.has(shard.id(), bucket.file())) {
        checkS3(shard, bucket, there);
      }
    }
    Optional<SnapshotInfo> newest = shard.newestSnapshot();
    if (newest.isPresent()) {
      better.check(shard, newest.get(), there);
    }
    if (newest.isPresent() && isMissing(shard, newest.get(), there)) {
      to.metrics().restoredThere().increment();
      uploads.snapshot(shard, newest.get());
    }
  }

  private void checkS3(ShardInventory shard, MappedBucket bucket, Listing there) {
    Optional<Long> bytes = there.bytes(bucket.file().getFileName().toString());
    if (bytes.isPresent()) {
      if (bytes.get() != bucket.event().bytes() || shard.isInConflict(bucket.name())) {
        // compares once more, because an operator may have removed the wrong file
        uploads.bucket(shard, bucket);
      }
    } else if (!there.isReplaced(bucket.name()) && !uploads.isExpired(shard, bucket.name())) {
      LOG.warn("bucket file missing in S3, uploading again file={}", bucket.file());
      to.metrics().restoredThere().increment();
      uploads.bucket(shard, bucket);
    }
  }

  private boolean isMissing(ShardInventory shard, SnapshotInfo info, Listing there) {
    List<Long> numbers = there.snapshots();
    return (numbers.isEmpty() || numbers.getFirst() < info.number())
        && !queue.has(shard.id(), shard.files().snapshot(info.number()));
  }
}
