package goku.shortterm.backup;

import goku.fault.TroubleLog;
import goku.format.snapshot.SnapshotInfo;
import goku.model.ShardId;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.BucketName;
import goku.tier.Leftovers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The check that the files of open shards are on the local disk and in S3. Missing ones are
/// written again (section 4.6.2 of the paper). Objects that another node could not read are
/// reviewed. One thread checks. Any thread may call `complaint`.
final class Checker {
  private static final Logger LOG = LoggerFactory.getLogger(Checker.class);

  private final Uploads uploads;
  private final TaskQueue queue;
  private final LocalFileCleanup cleanup;
  private final Destination to;
  private final BetterSnapshots better;
  private final Leftovers broken;
  private final Map<ShardId, String> failing = new ConcurrentHashMap<>();

  /// The logs of failed writes to the local disk.
  private final Map<ShardId, TroubleLog> diskTroubles = new HashMap<>();

  /// The logs of failed listings by S3 bucket.
  private final Map<String, TroubleLog> s3Troubles = new HashMap<>();

  /// @param broken removes damaged files after a while
  Checker(Uploads uploads, LocalFileCleanup cleanup, Leftovers broken) {
    this.broken = broken;
    this.uploads = uploads;
    this.queue = uploads.queue();
    this.cleanup = cleanup;
    this.to = uploads.to();
    better = new BetterSnapshots(to, uploads::isExpired);
  }

  void check(Collection<ShardInventory> shards) {
    failing.keySet().retainAll(shards.stream().map(ShardInventory::id).toList());
    removeBroken(shards);
    Set<String> away = new HashSet<>();
    for (ShardInventory shard : shards) {
      checkDisk(shard);
      String s3Bucket = shard.namespace().s3Bucket();
      if (!away.contains(s3Bucket)) {
        try {
          checkS3(shard, Listing.of(to.store(), shard));
        } catch (ObjectStoreException failed) {
          away.add(s3Bucket);
          s3Trouble(s3Bucket).begin(String.valueOf(failed.getMessage()), null);
        }
      }
    }
    endExcept(failing.keySet(), diskTroubles);
    endExcept(away, s3Troubles);
  }

  private TroubleLog diskTrouble(ShardId shard) {
    return diskTroubles.computeIfAbsent(
        shard, id -> new TroubleLog(LOG, Level.ERROR, "file write failure", "shard=" + id));
  }

  private TroubleLog s3Trouble(String s3Bucket) {
    return s3Troubles.computeIfAbsent(
        s3Bucket,
        name -> new TroubleLog(LOG, Level.WARN, "S3 file check failure", "s3Bucket=" + name));
  }

  /// Ends and forgets the troubles that are over.
  private static <K> void endExcept(Set<K> current, Map<K, TroubleLog> troubles) {
    troubles.forEach(
        (of, trouble) -> {
          if (!current.contains(of)) {
            trouble.end();
          }
        });
    troubles.keySet().retainAll(current);
  }

  /// Returns the file that could not be written to the local disk; empty if there is none.
  Optional<String> complaint() {
    return failing.values().stream().findAny();
  }

  private void removeBroken(Collection<ShardInventory> shards) {
    List<Path> found = new ArrayList<>();
    try {
      for (ShardInventory shard : shards) {
        found.addAll(shard.files().broken());
      }
      broken.review(found);
    } catch (IOException failed) {
      LOG.warn("cannot list damaged files", failed);
    }
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
      diskTrouble(shard.id()).beginOrChange(String.valueOf(failed.getMessage()), null);
      failing.put(shard.id(), "shard %s: %s".formatted(shard.id(), failed.getMessage()));
    }
  }

  private void checkS3(ShardInventory shard, Listing there) {
    for (MappedBucket bucket : shard.held()) {
      if (!queue.has(shard.id(), bucket.file())) {
        checkS3(shard, bucket, there);
      }
    }
    for (String name : there.noted()) {
      if (there.bytes(name).isPresent()
          && !queue.has(shard.id(), shard.files().directory().resolve(name))) {
        uploads.review(shard, name);
      }
    }
    better.check(shard, there);
    Optional<SnapshotInfo> newest = shard.newestSnapshot();
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
    } else if (!there.isReplaced(bucket.name()) && isWanted(shard, bucket.name())) {
      LOG.warn("bucket file missing in S3, uploading again file={}", bucket.file());
      to.metrics().restoredThere().increment();
      uploads.bucket(shard, bucket);
    }
  }

  /// Returns whether S3 should have the file: until it has expired, and with tiers until they have
  /// it, after which the compactor removes it.
  private boolean isWanted(ShardInventory shard, BucketName name) {
    return !uploads.isExpired(shard, name) || (shard.feedsTiers() && !shard.isInTiers(name));
  }

  private boolean isMissing(ShardInventory shard, SnapshotInfo info, Listing there) {
    List<Long> numbers = there.snapshots();
    return (numbers.isEmpty() || numbers.getFirst() < info.number())
        && !queue.has(shard.id(), shard.files().snapshot(info.number()));
  }
}
