package goku.shortterm.backup;

import goku.fault.Backoff;
import goku.format.CorruptException;
import goku.format.FormatException;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.files.WholeFile;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The verification of all pages of mapped bucket files in the background, and the repair of
/// damaged files: from the file itself, if somebody has put a good one there, or else from S3. A
/// repair is retried until it succeeds or the shard drops the bucket. Until then the good pages are
/// served. Thread-safe.
final class Repairs {
  private static final Logger LOG = LoggerFactory.getLogger(Repairs.class);

  private final Destination from;
  private final Backoff backoff;
  private final Counter damaged;
  private final Counter repaired;
  private final ScheduledExecutorService thread;

  /// Spreads retries. Used by the thread only.
  private final RandomGenerator random = new SplittableRandom(1);

  /// The damaged files, with what is to be done.
  private final Map<MappedBucket, String> unrepaired = new ConcurrentHashMap<>();

  /// @param thread one thread, closed by the caller
  Repairs(
      Destination from, Backoff backoff, ScheduledExecutorService thread, MeterRegistry registry) {
    this.from = from;
    this.backoff = backoff;
    this.thread = thread;
    damaged =
        Counter.builder("goku.backup.files.damaged")
            .description("bucket files in which a corrupt page was found")
            .register(registry);
    repaired =
        Counter.builder("goku.backup.files.repaired")
            .description("damaged bucket files that were replaced by a good copy")
            .register(registry);
    Gauge.builder("goku.backup.files.unrepaired", unrepaired, Map::size)
        .description("damaged bucket files without a good copy so far; answers lack their pages")
        .register(registry);
  }

  /// Verifies the file in the background, and repairs it when a corrupt page is found.
  void watch(ShardInventory shard, MappedBucket bucket) {
    bucket.content().onDamage(() -> submit(() -> begin(shard, bucket), 0));
    submit(() -> verify(bucket), 0);
  }

  /// Returns a damaged file and the remedy; empty if there is none.
  Optional<String> complaint() {
    return unrepaired.values().stream().findAny();
  }

  /// Verifies a slice, so that other files and repairs have their turn.
  private void verify(MappedBucket bucket) {
    if (bucket.verifySome()) {
      submit(() -> verify(bucket), 0);
    }
  }

  private void begin(ShardInventory shard, MappedBucket bucket) {
    if (!bucket.isDamaged() || unrepaired.containsKey(bucket)) {
      return;
    }
    damaged.increment();
    LOG.error(
        "bucket file damaged shard={} file={}: answers about its window are marked until it is"
            + " repaired",
        shard.id(),
        bucket.file());
    unrepaired.put(bucket, "bucket file %s is damaged".formatted(bucket.file()));
    repair(shard, bucket, 1);
  }

  private void repair(ShardInventory shard, MappedBucket bucket, int attempt) {
    if (!bucket.isDamaged()) {
      unrepaired.remove(bucket);
      return;
    }
    String failure = tryRepair(shard, bucket);
    if (failure == null) {
      unrepaired.remove(bucket);
      if (bucket.isReleased()) {
        return; // it was given up meanwhile
      }
      repaired.increment();
      LOG.info("bucket file repaired shard={} file={}", shard.id(), bucket.file());
      return;
    }
    String message =
        "bucket file %s is damaged, and cannot be repaired from s3://%s/%s: %s; answers about its window lack datapoints. Copy the file from another replica's disk over it, or restore the object"
            .formatted(bucket.file(), bucket.event().s3Bucket(), bucket.event().s3Key(), failure);
    if (attempt == 1) {
      LOG.error(message);
    }
    unrepaired.put(bucket, message);
    long pause = backoff.pause(attempt, random).toMillis();
    submit(() -> repair(shard, bucket, attempt + 1), pause);
  }

  /// Returns why the file cannot be repaired; null if it is.
  private @Nullable String tryRepair(ShardInventory shard, MappedBucket bucket) {
    try {
      if (!replacedByDisk(bucket)) {
        FinalizedEvent event = bucket.event();
        if (from.store().head(event.s3Bucket(), event.s3Key()).isEmpty()) {
          return "it is not there";
        }
        Path copy = bucket.file().resolveSibling(bucket.file().getFileName() + ShardFiles.COPY);
        WholeFile.write(copy, event.bytes(), part -> download(shard, bucket, part));
        if (!bucket.replaceBy(copy)) {
          Files.delete(copy);
        }
      }
      return null;
    } catch (ObjectStoreException | FormatException | IOException | UncheckedIOException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  private static boolean replacedByDisk(MappedBucket bucket) {
    try {
      bucket.replace();
      return true;
    } catch (FormatException | IOException damagedToo) {
      return false;
    }
  }

  private void download(ShardInventory shard, MappedBucket bucket, Path part) throws IOException {
    FinalizedEvent event = bucket.event();
    if (!from.store().download(event.s3Bucket(), event.s3Key(), part)) {
      throw new NoSuchFileException("s3://" + event.s3Bucket() + "/" + event.s3Key());
    }
    try {
      verify(bucket, part);
    } catch (FormatException corrupt) {
      new DamageNotes(from).leave(shard, event.s3Key());
      throw corrupt;
    }
  }

  private void verify(MappedBucket bucket, Path part) throws IOException {
    try (BucketContent content = from.checks().openBucket(part)) {
      content.verify();
      if (content.checksum() != bucket.checksum()) {
        throw new CorruptException(
            "bucket file",
            0,
            "checksum " + Long.toHexString(content.checksum()),
            "checksum " + Long.toHexString(bucket.checksum()));
      }
    }
  }

  private void submit(Runnable task, long pauseMillis) {
    var _ = thread.schedule(() -> run(task), pauseMillis, TimeUnit.MILLISECONDS);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException failed) {
      LOG.error("verification of bucket files failed", failed);
    }
  }
}
