package goku.shortterm.backup;

import goku.objectstore.ObjectStore;
import goku.objectstore.StoredObject;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import goku.tier.TierKeys;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The files of a shard in S3, by name.
record Listing(Map<String, StoredObject> files) {
  static final Listing EMPTY = new Listing(Map.of());

  static Listing of(ObjectStore store, ShardInventory shard) {
    return new Listing(
        store.list(shard.namespace().s3Bucket(), S3Keys.directory(shard.id())).stream()
            .collect(
                Collectors.toMap(
                    object -> S3Keys.fileName(object.key()), object -> object, (a, b) -> b)));
  }

  /// Returns the length of the file; empty if it does not exist.
  Optional<Long> bytes(String name) {
    return Optional.ofNullable(files.get(name)).map(StoredObject::bytes);
  }

  /// Returns the snapshot of a number; empty if there is none. A replica that lacks less may
  /// replace it by another one of the same number.
  Optional<StoredObject> snapshot(long number) {
    return Optional.ofNullable(files.get(FileNames.snapshot(number)));
  }

  /// Returns the offsets of snapshots, the highest first.
  List<Long> snapshots() {
    return files.keySet().stream()
        .flatMapToLong(name -> FileNames.parseSnapshot(name).stream())
        .boxed()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  List<BucketName> buckets() {
    return files.keySet().stream().flatMap(name -> FileNames.parseBucket(name).stream()).toList();
  }

  /// Returns the names of files that a node found corrupt, whether they are there or not.
  List<String> noted() {
    return files.keySet().stream()
        .flatMap(name -> TierKeys.parseDamageNote(name).stream())
        .toList();
  }

  /// Returns whether there is a later complete generation of the bucket. Odd generations are
  /// complete.
  boolean isReplaced(BucketName name) {
    return buckets().stream()
        .anyMatch(
            other ->
                other.startMillis() == name.startMillis()
                    && other.generation() > name.generation()
                    && other.generation() % 2 == 1);
  }
}
