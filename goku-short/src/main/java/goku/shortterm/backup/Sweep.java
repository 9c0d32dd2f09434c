package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.BucketName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The removal of objects that a shard no longer needs in S3:
///
/// - snapshots before the last two and before the last one without a hole, of all replicas;
/// - files of buckets that a later generation replaced, and of expired buckets if the namespace
///   lives in memory only, unless one of those snapshots needs them: a raised `memory-ttl` keeps
///   them again. The compactor removes expired files of other namespaces;
/// - notes about objects that no longer exist.
///
/// It follows S3's listing, so that restarts leave nothing behind.
record Sweep(ShardInventory shard, Path about, MemoryRetention retention, Destination to)
    implements BackupTask {
  @Override
  public void run() throws IOException {
    Listing there = Listing.of(to.store(), shard);
    List<Long> numbers = there.snapshots();
    Set<Long> kept = kept(numbers);
    for (long number : numbers) {
      if (!kept.contains(number)) {
        remove(S3Keys.snapshot(shard.id(), number));
      }
    }
    List<BucketName> old =
        there.buckets().stream().filter(name -> isExpired(name) || there.isReplaced(name)).toList();
    if (!old.isEmpty()) {
      removeUnneeded(old, kept);
    }
    for (String name : there.noted()) {
      if (there.bytes(name).isEmpty()) {
        new DamageNotes(to).remove(shard, S3Keys.directory(shard.id()) + name);
      }
    }
  }

  /// Returns the numbers of the newest snapshots and of the newest one without a hole, of all
  /// replicas.
  ///
  /// @param numbers all numbers, the highest first
  private Set<Long> kept(List<Long> numbers) throws IOException {
    Set<Long> kept = new HashSet<>();
    boolean complete = false;
    for (int i = 0; i < numbers.size() && (i < ShardInventory.SNAPSHOTS || !complete); i++) {
      long number = numbers.get(i);
      // one that cannot be read now may be the complete one
      boolean hasHoles = info(number).map(info -> !info.holes().isEmpty()).orElse(true);
      if (i < ShardInventory.SNAPSHOTS || !hasHoles) {
        kept.add(number);
      }
      complete |= !hasHoles;
    }
    return kept;
  }

  /// Returns the info of a snapshot in S3. A snapshot of another replica may need other files than
  /// the local one of the same number.
  private Optional<SnapshotInfo> info(long number) throws IOException {
    return SnapshotHeaders.read(to, shard, S3Keys.snapshot(shard.id(), number));
  }

  private boolean isExpired(BucketName name) {
    return shard.namespace().disk().isEmpty()
        && retention.isOver(shard.namespace(), name.startMillis());
  }

  private void removeUnneeded(List<BucketName> old, Set<Long> numbers) throws IOException {
    List<SnapshotInfo> snapshots = new ArrayList<>();
    for (long number : numbers) {
      Optional<SnapshotInfo> info = info(number);
      if (info.isEmpty()) {
        // it may need any of them
        return;
      }
      snapshots.add(info.get());
    }
    for (BucketName name : old) {
      if (snapshots.stream().noneMatch(info -> ShardInventory.references(info, name))) {
        remove(key(name));
      }
    }
  }

  private String key(BucketName name) {
    return S3Keys.bucket(shard.id(), name.startMillis(), name.generation());
  }

  private void remove(String key) {
    to.store().delete(shard.namespace().s3Bucket(), key);
    to.metrics().removed().increment();
  }
}
