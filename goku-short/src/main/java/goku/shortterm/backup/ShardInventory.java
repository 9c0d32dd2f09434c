package goku.shortterm.backup;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.objectstore.StoredObject;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.ShardFiles;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The inventory of an open shard: its files that the backup was told of. Thread-safe.
final class ShardInventory {
  /// The number of snapshots of a shard that are kept, on the disk and in S3.
  static final int SNAPSHOTS = 2;

  private final ShardId id;
  private final Supplier<Namespace> namespace;
  private final ShardFiles files;

  private final Map<BucketName, MappedBucket> held = new HashMap<>();
  private final Set<BucketName> dropped = new HashSet<>();
  private final TreeMap<Long, SnapshotInfo> snapshots = new TreeMap<>();
  private final Set<Long> oldSnapshots = new HashSet<>();

  /// Buckets whose content in S3 was compared, or that S3 needs no longer.
  private final Set<BucketName> verified = new HashSet<>();

  /// Buckets whose objects in S3 another node could not read.
  private final Set<BucketName> doubted = new HashSet<>();

  /// Buckets that the tiers of GokuL have, with the time since when that is known, in epoch millis.
  private final Map<BucketName, Long> inTiers = new HashMap<>();

  /// Buckets of which the shard asked whether they are in the tiers.
  private final Set<BucketName> asked = new HashSet<>();

  private final Map<BucketName, String> conflicts = new HashMap<>();
  private volatile boolean betterSnapshot;
  private volatile boolean awaitsS3;
  private volatile Optional<BetterSnapshots.Lack> opened = Optional.empty();

  /// The snapshots in S3 that were examined.
  private final Set<StoredObject> examined = new HashSet<>();

  /// The snapshots in S3 after which the shard would lack more than it does.
  private final Set<StoredObject> inferior = new HashSet<>();

  ShardInventory(ShardId id, Supplier<Namespace> namespace, ShardFiles files) {
    this.id = id;
    this.namespace = namespace;
    this.files = files;
  }

  ShardId id() {
    return id;
  }

  /// Returns the current namespace.
  Namespace namespace() {
    return namespace.get();
  }

  /// Returns whether GokuL has the shard's older datapoints.
  boolean feedsTiers() {
    return namespace().disk().isPresent();
  }

  ShardFiles files() {
    return files;
  }

  Path file(BucketName bucket) {
    return files.bucket(bucket.startMillis(), bucket.generation());
  }

  synchronized void hold(MappedBucket bucket) {
    held.put(bucket.name(), bucket);
    dropped.remove(bucket.name());
  }

  void drop(BucketName name) {
    MappedBucket bucket;
    synchronized (this) {
      bucket = held.remove(name);
      dropped.add(name);
      conflicts.remove(name);
      inTiers.remove(name);
      asked.remove(name);
    }
    if (bucket != null) {
      bucket.release();
    }
  }

  /// Releases the mappings; files stay.
  void release() {
    List<MappedBucket> all = held();
    synchronized (this) {
      held.clear();
    }
    all.forEach(MappedBucket::release);
  }

  synchronized List<MappedBucket> held() {
    return List.copyOf(held.values());
  }

  /// Returns the buckets that the shard no longer needs and whose files still exist.
  synchronized Set<BucketName> dropped() {
    return Set.copyOf(dropped);
  }

  synchronized void removed(BucketName name) {
    dropped.remove(name);
    verified.remove(name);
    doubted.remove(name);
  }

  /// Adds a snapshot. All but the last ones and the last one without a hole become removable.
  synchronized void addSnapshot(SnapshotInfo info) {
    snapshots.put(info.number(), info);
    oldSnapshots.remove(info.number());
    for (long number : List.copyOf(snapshots.headMap(firstKept()).keySet())) {
      if (number != lastWithoutHole()) {
        snapshots.remove(number);
        oldSnapshots.add(number);
      }
    }
  }

  /// Returns the number of the first of the last snapshots.
  private long firstKept() {
    return snapshots.descendingKeySet().stream()
        .limit(SNAPSHOTS)
        .reduce((newer, older) -> older)
        .orElse(Long.MIN_VALUE);
  }

  private long lastWithoutHole() {
    return snapshots.descendingMap().values().stream()
        .filter(info -> info.holes().isEmpty())
        .mapToLong(SnapshotInfo::number)
        .findFirst()
        .orElse(Long.MIN_VALUE);
  }

  /// Adds a snapshot that is not kept.
  synchronized void addOldSnapshot(long number) {
    if (!snapshots.containsKey(number)) {
      oldSnapshots.add(number);
    }
  }

  /// Reports that the file of a snapshot is damaged.
  synchronized void lostSnapshot(long offset) {
    snapshots.remove(offset);
  }

  synchronized Set<Long> oldSnapshots() {
    return Set.copyOf(oldSnapshots);
  }

  synchronized void removedSnapshot(long number) {
    oldSnapshots.remove(number);
  }

  synchronized Optional<SnapshotInfo> snapshot(long number) {
    return Optional.ofNullable(snapshots.get(number));
  }

  synchronized Optional<SnapshotInfo> newestSnapshot() {
    return snapshots.isEmpty() ? Optional.empty() : Optional.of(snapshots.lastEntry().getValue());
  }

  /// Returns whether a kept snapshot needs the file.
  synchronized boolean isReferenced(BucketName name) {
    return snapshots.values().stream().anyMatch(info -> references(info, name));
  }

  /// Returns whether a later complete generation of the bucket has replaced the file. Odd
  /// generations are complete.
  synchronized boolean isReplaced(BucketName name) {
    return held.keySet().stream()
        .anyMatch(
            other ->
                other.startMillis() == name.startMillis()
                    && other.generation() > name.generation()
                    && other.generation() % 2 == 1);
  }

  synchronized Optional<MappedBucket> held(BucketName name) {
    return Optional.ofNullable(held.get(name));
  }

  /// Reports that the content in S3 is that of the file, or that S3 no longer needs it.
  synchronized void verified(BucketName name) {
    verified.add(name);
    doubted.remove(name);
  }

  /// Reports that a node could not read the bucket's object in S3, so that it is read again.
  synchronized void doubt(BucketName name) {
    verified.remove(name);
    doubted.add(name);
  }

  synchronized boolean isDoubted(BucketName name) {
    return doubted.contains(name);
  }

  synchronized boolean isVerified(BucketName name) {
    return verified.contains(name);
  }

  /// Reports that the tiers of GokuL have the content of the files.
  synchronized void inTiers(Set<BucketName> names, long nowMillis) {
    names.forEach(name -> inTiers.putIfAbsent(name, nowMillis));
  }

  synchronized boolean isInTiers(BucketName name) {
    return inTiers.containsKey(name);
  }

  /// Returns whether the tiers of GokuL are known to have the content of the file since the time.
  synchronized boolean wasInTiers(BucketName name, long millis) {
    Long since = inTiers.get(name);
    return since != null && since <= millis;
  }

  /// Reports that the shard asks whether a bucket is in the tiers.
  synchronized void ask(BucketName name) {
    asked.add(name);
  }

  synchronized boolean isAsked(BucketName name) {
    return asked.contains(name);
  }

  synchronized boolean isHeld(BucketName name) {
    return held.containsKey(name);
  }

  /// Reports that the file differs from the one in S3. Returns whether that is new.
  synchronized boolean conflict(BucketName name, String message) {
    return conflicts.put(name, message) == null;
  }

  synchronized void noConflict(BucketName name) {
    conflicts.remove(name);
  }

  synchronized boolean isInConflict(BucketName name) {
    return conflicts.containsKey(name);
  }

  synchronized Collection<String> conflicts() {
    return List.copyOf(conflicts.values());
  }

  /// Reports that a snapshot in S3 was compared with what the shard has.
  synchronized void examined(StoredObject snapshot) {
    examined.add(snapshot);
  }

  /// Reports that the shard is restored from another snapshot, after which it lacks less.
  synchronized void inferior(StoredObject snapshot) {
    inferior.add(snapshot);
  }

  synchronized boolean isInferior(StoredObject snapshot) {
    return inferior.contains(snapshot);
  }

  /// Forgets the snapshots that are no longer in S3.
  synchronized void forgetOtherSnapshots(Collection<StoredObject> there) {
    examined.retainAll(Set.copyOf(there));
  }

  synchronized boolean isExamined(StoredObject snapshot) {
    return examined.contains(snapshot);
  }

  /// Reports what the shard lacks when it is opened, and its current log.
  void opened(BetterSnapshots.Lack lack) {
    opened = Optional.of(lack);
  }

  /// Returns what the shard lacked when it was opened; empty until that is known.
  Optional<BetterSnapshots.Lack> opened() {
    return opened;
  }

  /// Reports that the shard is not served until S3 answers.
  void awaitS3() {
    awaitsS3 = true;
  }

  boolean awaitsS3() {
    return awaitsS3;
  }

  /// Reports that S3 answers.
  void heardOfS3() {
    foundBetterSnapshot();
  }

  /// Reports that S3 has a snapshot that lacks less than those of this node.
  void foundBetterSnapshot() {
    betterSnapshot = true;
  }

  boolean hasBetterSnapshot() {
    return betterSnapshot;
  }

  static boolean references(SnapshotInfo info, BucketName name) {
    return info.buckets().stream()
        .anyMatch(
            reference ->
                reference.startMillis() == name.startMillis()
                    && reference.generation() == name.generation());
  }
}
