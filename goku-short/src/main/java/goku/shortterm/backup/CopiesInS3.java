package goku.shortterm.backup;

import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The check whether S3 has all that the files of a closed shard have. Owned by one thread.
///
/// @param tiers shows which files the tiers have consumed
record CopiesInS3(Destination to, TierEvidence tiers, MemoryRetention retention) {
  /// Returns a file that nothing in S3 replaces, with the reason; empty if there is none.
  ///
  /// @param shard an inventory without content
  /// @throws goku.objectstore.ObjectStoreException if S3 is unavailable
  Optional<String> missing(ShardInventory shard) throws IOException {
    Listing there = Listing.of(to.store(), shard);
    Optional<SnapshotInfo> newest =
        there.snapshots().isEmpty() ? Optional.empty() : info(shard, there.snapshots().getFirst());
    for (Path file : shard.files().snapshots()) {
      if (newest.isEmpty() || !replaces(newest.get(), file)) {
        return Optional.of(file.getFileName() + ": S3 has no snapshot that lacks as little");
      }
    }
    Set<BucketName> absent = new HashSet<>();
    for (Path file : shard.files().buckets()) {
      BucketName name = FileNames.parseBucket(file.getFileName().toString()).orElseThrow();
      if (!hasCopy(there, file, name) && !isOver(shard, newest, name)) {
        absent.add(name);
      }
    }
    if (!absent.isEmpty() && shard.feedsTiers()) {
      absent.removeAll(tiers.consumed(shard, absent));
    }
    return absent.stream()
        .findAny()
        .map(name -> shard.file(name).getFileName() + ": S3 has no equally long copy");
  }

  private Optional<SnapshotInfo> info(ShardInventory shard, long number) throws IOException {
    return SnapshotHeaders.read(to, shard, S3Keys.snapshot(shard.id(), number));
  }

  /// Returns whether a snapshot in S3 reaches as far as a local one, and lacks nothing more. Nobody
  /// can use a corrupt one.
  private boolean replaces(SnapshotInfo there, Path file) throws IOException {
    try {
      SnapshotInfo here = to.checks().snapshotInfo(file);
      return there.number() >= here.number() && here.holes().cover(there.holes());
    } catch (FormatException corrupt) {
      return true;
    }
  }

  private static boolean hasCopy(Listing there, Path file, BucketName name) throws IOException {
    return there.isReplaced(name)
        || there.bytes(file.getFileName().toString()).equals(Optional.of(Files.size(file)));
  }

  /// Returns whether the bucket has expired in a namespace without tiers. A snapshot that needs the
  /// bucket keeps it, because of a raised `memory-ttl`.
  private boolean isOver(ShardInventory shard, Optional<SnapshotInfo> newest, BucketName name) {
    return !shard.feedsTiers()
        && retention.isOver(shard.namespace(), name.startMillis())
        && newest.stream().noneMatch(info -> ShardInventory.references(info, name));
  }
}
