package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.bucket.BucketInfo;
import goku.format.snapshot.BucketReference;
import goku.format.snapshot.SnapshotInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sees to it that the bucket files of a snapshot are on the local disk. Thread-safe.
///
/// A file is taken when it is whole and has the checksum that the snapshot names. The paper
/// compares its length with that in S3, which says less.
record BucketFetch(Destination from, MemoryRetention retention, ExecutorService threads) {
  private static final Logger LOG = LoggerFactory.getLogger(BucketFetch.class);

  /// Downloads what is missing. Returns the files that cannot be had; those of expired buckets are
  /// not missed.
  List<Path> fetch(ShardInventory shard, SnapshotInfo snapshot, S3Source s3)
      throws InterruptedException {
    List<BucketReference> wanted =
        snapshot.buckets().stream()
            .filter(reference -> !retention.isOver(shard.namespace(), reference.startMillis()))
            .toList();
    List<BucketReference> absent = without(wanted, reference -> isHere(shard, reference));
    if (absent.isEmpty()) {
      return List.of();
    }
    LOG.info(
        "shard {}: {} of {} bucket files are not here, {} bytes to download",
        shard.id(),
        absent.size(),
        wanted.size(),
        absent.stream().mapToLong(each -> s3.bytes(file(shard, each)).orElse(0L)).sum());
    return without(absent, reference -> download(shard, reference, s3)).stream()
        .map(reference -> file(shard, reference))
        .toList();
  }

  /// One that is whole but another stays until the right one has been downloaded.
  private boolean isHere(ShardInventory shard, BucketReference reference) {
    Path file = file(shard, reference);
    if (!Files.exists(file)) {
      return false;
    }
    try (BucketContent content = from.checks().openBucket(file)) {
      if (content.checksum() == reference.checksum()) {
        return true;
      }
      LOG.warn(
          "{} has the checksum {} and the snapshot needs {}",
          file,
          Long.toHexString(content.checksum()),
          Long.toHexString(reference.checksum()));
    } catch (FormatException | IOException broken) {
      shard.files().setAside(file, broken);
    }
    return false;
  }

  private boolean download(ShardInventory shard, BucketReference reference, S3Source s3)
      throws InterruptedException {
    Path file = file(shard, reference);
    boolean there = s3.fetch(file, part -> check(shard, reference, part));
    if (there) {
      LOG.info(
          "shard {}: downloaded {}; {} files, {} bytes so far",
          shard.id(),
          file.getFileName(),
          s3.fetchedFiles(),
          s3.fetchedBytes());
    }
    return there;
  }

  private void check(ShardInventory shard, BucketReference reference, Path part)
      throws IOException {
    try (BucketContent content = from.checks().openBucket(part)) {
      content.verify();
      BucketInfo info = content.info();
      if (content.checksum() != reference.checksum()
          || info.shard() != shard.id().shard()
          || !info.namespace().equals(shard.id().namespace())) {
        throw new CorruptException(
            "bucket file",
            0,
            "%s with checksum %s".formatted(info, Long.toHexString(content.checksum())),
            "%s of shard %s".formatted(reference, shard.id()));
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

  /// Those that do not pass, tested at the same time.
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
        throw new IllegalStateException("cannot look for " + all.get(i), bug.getCause());
      }
    }
    return failed;
  }
}
