package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.bucket.BucketInfo;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
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
record BucketFetch(Destination from, MemoryRetention retention, ExecutorService threads) {
  private static final Logger LOG = LoggerFactory.getLogger(BucketFetch.class);

  /// Downloads missing files. Returns the files that are not available, except those of expired
  /// buckets. These are fetched if S3 still has them: the tiers may lack them.
  List<Path> fetch(ShardInventory shard, SnapshotInfo snapshot, S3Source s3)
      throws InterruptedException {
    List<BucketReference> wanted =
        snapshot.buckets().stream()
            .filter(
                reference ->
                    !isOver(shard, reference)
                        || (shard.feedsTiers() && s3.bytes(file(shard, reference)).isPresent()))
            .toList();
    List<BucketReference> absent = without(wanted, reference -> isHere(shard, reference));
    if (absent.isEmpty()) {
      return List.of();
    }
    LOG.info(
        "downloading bucket files shard={} missing={} of={} bytes={}",
        shard.id(),
        absent.size(),
        wanted.size(),
        absent.stream().mapToLong(each -> s3.bytes(file(shard, each)).orElse(0L)).sum());
    return without(absent, reference -> download(shard, reference, s3)).stream()
        .filter(reference -> !isOver(shard, reference))
        .map(reference -> file(shard, reference))
        .toList();
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
