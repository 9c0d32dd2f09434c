package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.bucket.BucketInfo;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The download of a snapshot's bucket files to the local disk. Thread-safe.
///
/// A file is accepted if it is complete and has the checksum in the snapshot. The paper compares
/// only the length with that in S3.
record BucketFetch(
    Destination from, MemoryRetention retention, TierEvidence tiers, ExecutorService threads) {
  private static final Logger LOG = LoggerFactory.getLogger(BucketFetch.class);

  /// The files that are not available.
  ///
  /// @param needed those without which the snapshot is unusable
  /// @param doubtful those of expired windows of which only S3 can tell whether they are in the
  ///   tiers or destroyed, while it does not answer
  record Missing(List<Path> needed, Unavailable others, List<Path> doubtful) {
    static final Missing NONE = new Missing(List.of(), Unavailable.NONE, List.of());
  }

  /// Downloads missing files. Those of expired buckets are fetched if S3 still has them, because
  /// the tiers may lack them, but a shard is restored without them too. The same holds for files
  /// that the tiers are known to have: the memory TTL may have been shorter before.
  Missing fetch(ShardInventory shard, SnapshotInfo snapshot, S3Source s3)
      throws InterruptedException {
    List<BucketReference> wanted =
        snapshot.buckets().stream()
            .filter(
                reference ->
                    !isOver(shard, reference)
                        || (shard.feedsTiers() && s3.bytes(file(shard, reference)).isPresent()))
            .toList();
    List<BucketReference> absent = without(wanted, reference -> isHere(shard, reference));
    List<BucketReference> unavailable = new ArrayList<>(snapshot.buckets());
    unavailable.removeAll(wanted);
    unavailable.removeIf(reference -> Files.exists(file(shard, reference)));
    if (!absent.isEmpty()) {
      unavailable.addAll(download(shard, absent, wanted.size(), s3));
    }
    return unavailable.isEmpty() ? Missing.NONE : missing(shard, unavailable, s3);
  }

  /// Returns the references whose files could not be downloaded.
  private List<BucketReference> download(
      ShardInventory shard, List<BucketReference> absent, int wanted, S3Source s3)
      throws InterruptedException {
    LOG.info(
        "downloading bucket files shard={} missing={} of={} bytes={}",
        shard.id(),
        absent.size(),
        wanted,
        absent.stream().mapToLong(each -> s3.bytes(file(shard, each)).orElse(0L)).sum());
    return without(absent, reference -> download(shard, reference, s3));
  }

  private Missing missing(ShardInventory shard, List<BucketReference> unavailable, S3Source s3) {
    Optional<TierEvidence.Found> found = askTiers(shard, unavailable, s3);
    List<Path> needed = new ArrayList<>();
    Set<Long> inTiers = new TreeSet<>();
    Set<Long> destroyed = new TreeSet<>();
    List<Path> doubtful = new ArrayList<>();
    for (BucketReference reference : unavailable) {
      BucketName name = name(reference);
      if (found.isPresent() && found.get().consumed().contains(name)) {
        inTiers.add(reference.startMillis());
      } else if (!isOver(shard, reference)) {
        needed.add(file(shard, reference));
      } else if (found.isEmpty() && shard.feedsTiers()) {
        doubtful.add(file(shard, reference));
      } else if (found.isPresent()
          && found.get().lacking().contains(name)
          && !s3.listing().buckets().contains(name)
          && !s3.listing().isReplaced(name)) {
        destroyed.add(reference.startMillis());
      }
    }
    return new Missing(needed, new Unavailable(inTiers, destroyed), doubtful);
  }

  /// Returns which files the tiers have; empty if S3 does not answer, or if there are no tiers.
  private Optional<TierEvidence.Found> askTiers(
      ShardInventory shard, List<BucketReference> files, S3Source s3) {
    if (!shard.feedsTiers() || s3.isSilent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(tiers.find(shard, files.stream().map(BucketFetch::name).toList()));
    } catch (ObjectStoreException failed) {
      LOG.warn("tiers cannot be listed shard={} cause={}", shard.id(), failed.getMessage());
      return Optional.empty();
    }
  }

  private static BucketName name(BucketReference reference) {
    return new BucketName(reference.startMillis(), reference.generation());
  }

  private boolean isOver(ShardInventory shard, BucketReference reference) {
    return retention.isOver(shard.namespace(), reference.startMillis());
  }

  /// A complete file, and the identity of its log.
  record Complete(BucketReference reference, UUID log) {}

  /// Returns the newest complete file of each window in memory, after downloading those that are
  /// not on the disk; ascending by start. Used without a snapshot. Files of expired windows go to
  /// S3, where the compactor takes them.
  List<Complete> fetchNewest(ShardInventory shard, S3Source s3)
      throws IOException, InterruptedException {
    Map<Long, NavigableSet<Integer>> generations = new TreeMap<>();
    List<BucketName> names = new ArrayList<>(s3.listing().buckets());
    for (Path file : shard.files().buckets()) {
      FileNames.parseBucket(file.getFileName().toString()).ifPresent(names::add);
    }
    for (BucketName name : names) {
      if (!retention.isOver(shard.namespace(), name.startMillis())) {
        generations
            .computeIfAbsent(name.startMillis(), _ -> new TreeSet<>(Comparator.reverseOrder()))
            .add(name.generation());
      }
    }
    List<Complete> found = new ArrayList<>();
    for (var window : generations.entrySet()) {
      for (int generation : window.getValue()) {
        Optional<Complete> complete =
            complete(shard, new BucketName(window.getKey(), generation), s3);
        if (complete.isPresent()) {
          found.add(complete.get());
          break;
        }
      }
    }
    return found;
  }

  private Optional<Complete> complete(ShardInventory shard, BucketName name, S3Source s3)
      throws InterruptedException {
    Path file = shard.file(name);
    Optional<BucketContent> here = open(shard, file);
    if (here.isEmpty()) {
      s3.fetch(file, part -> check(shard, part, name, content -> isOf(content.info(), name)));
      here = open(shard, file);
    }
    try (BucketContent content = here.orElse(null)) {
      return content != null && content.info().coverage().isComplete()
          ? Optional.of(
              new Complete(
                  new BucketReference(name.startMillis(), name.generation(), content.checksum()),
                  content.info().coverage().log()))
          : Optional.empty();
    }
  }

  /// Opens a file on the disk. One that is corrupt is set aside.
  private Optional<BucketContent> open(ShardInventory shard, Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(from.checks().openBucket(file));
    } catch (FormatException | IOException broken) {
      shard.files().setAside(file, broken);
      return Optional.empty();
    }
  }

  private static boolean isOf(BucketInfo info, BucketName name) {
    return info.startMillis() == name.startMillis() && info.generation() == name.generation();
  }

  /// A complete file with another checksum stays until the right one is downloaded.
  private boolean isHere(ShardInventory shard, BucketReference reference) {
    Path file = file(shard, reference);
    try (BucketContent content = open(shard, file).orElse(null)) {
      if (content == null || content.checksum() == reference.checksum()) {
        return content != null;
      }
      LOG.warn(
          "bucket file differs from the snapshot file={} checksum={} wanted={}",
          file,
          Long.toHexString(content.checksum()),
          Long.toHexString(reference.checksum()));
      return false;
    }
  }

  private boolean download(ShardInventory shard, BucketReference reference, S3Source s3)
      throws InterruptedException {
    Path file = file(shard, reference);
    boolean there =
        s3.fetch(
            file,
            part ->
                check(
                    shard, part, reference, content -> content.checksum() == reference.checksum()));
    if (there) {
      LOG.info(
          "downloaded shard={} file={} files={} bytes={}",
          shard.id(),
          file.getFileName(),
          s3.fetchedFiles(),
          s3.fetchedBytes());
    }
    return there;
  }

  /// Verifies a downloaded file and that it is the wanted one.
  private void check(
      ShardInventory shard, Path part, Object wanted, Predicate<BucketContent> isWanted)
      throws IOException {
    try (BucketContent content = from.checks().openBucket(part)) {
      content.verify();
      BucketInfo info = content.info();
      if (!isWanted.test(content)
          || info.shard() != shard.id().shard()
          || !info.namespace().equals(shard.id().namespace())) {
        throw new CorruptException(
            "bucket file",
            0,
            "%s with checksum %s".formatted(info, Long.toHexString(content.checksum())),
            "%s of shard %s".formatted(wanted, shard.id()));
      }
    }
  }

  private static Path file(ShardInventory shard, BucketReference reference) {
    return shard.files().bucket(reference.startMillis(), reference.generation());
  }

  @FunctionalInterface
  private interface Test {
    boolean passes(BucketReference reference) throws InterruptedException;
  }

  /// Returns the references that fail the test. Tests run in parallel.
  private List<BucketReference> without(List<BucketReference> all, Test test)
      throws InterruptedException {
    List<Callable<Boolean>> tests =
        all.stream().<Callable<Boolean>>map(each -> () -> test.passes(each)).toList();
    List<BucketReference> failed = new ArrayList<>();
    List<Future<Boolean>> results = threads.invokeAll(tests);
    for (int i = 0; i < results.size(); i++) {
      try {
        if (!results.get(i).get()) {
          failed.add(all.get(i));
        }
      } catch (ExecutionException bug) {
        throw new IllegalStateException("cannot check " + all.get(i), bug.getCause());
      }
    }
    return failed;
  }
}
