package goku.shortterm.backup;

import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.objectstore.ObjectStoreException;
import goku.shortterm.files.WholeFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// S3 as one recovery of a shard sees it: listed once, and not used after the first failure, so
/// that a recovery without S3 continues with local files. Thread-safe.
final class S3Source {
  private static final Logger LOG = LoggerFactory.getLogger(S3Source.class);

  private final ShardInventory shard;
  private final Destination from;
  private final Semaphore downloads;
  private final Listing listing;
  private final boolean answered;
  private final LongAdder files = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private volatile boolean away;

  private S3Source(
      ShardInventory shard,
      Destination from,
      Semaphore downloads,
      Listing listing,
      boolean answered) {
    this.shard = shard;
    this.from = from;
    this.downloads = downloads;
    this.listing = listing;
    this.answered = answered;
  }

  /// Lists S3's files; none if S3 does not answer in time.
  static S3Source ask(
      ShardInventory shard,
      Destination from,
      Semaphore downloads,
      ExecutorService threads,
      Duration timeout)
      throws InterruptedException {
    Future<Listing> answer = threads.submit(() -> Listing.of(from.store(), shard));
    Listing listing = Listing.EMPTY;
    boolean answered = false;
    try {
      listing = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      answered = true;
    } catch (TimeoutException late) {
      LOG.warn(
          "recovering from local files, no answer from S3 shard={} timeout={}",
          shard.id(),
          timeout);
    } catch (ExecutionException failed) {
      LOG.warn(
          "recovering from local files shard={} cause={}",
          shard.id(),
          String.valueOf(failed.getCause()));
    } finally {
      answer.cancel(true);
    }
    return new S3Source(shard, from, downloads, listing, answered);
  }

  Listing listing() {
    return listing;
  }

  /// Returns whether S3 returned its listing.
  boolean answered() {
    return answered;
  }

  /// Returns whether S3 has not answered everything that it was asked.
  boolean isSilent() {
    return !answered || away;
  }

  /// Returns the length of a file in S3; empty if there is none or S3 is unavailable.
  Optional<Long> bytes(Path file) {
    return away ? Optional.empty() : listing.bytes(file.getFileName().toString());
  }

  /// Downloads a file to its place, if S3 has it and it passes the check, which gets the path of
  /// the download. Failures are logged.
  boolean fetch(Path file, WholeFile.PartWriter check) throws InterruptedException {
    downloads.acquire();
    try {
      Optional<Long> length = bytes(file);
      if (length.isEmpty()) {
        return false;
      }
      WholeFile.write(file, length.get(), part -> fill(part, file, check));
      files.increment();
      bytes.add(length.get());
      from.metrics().downloads().increment();
      from.metrics().downloadedBytes().increment((double) length.get());
      return true;
    } catch (ObjectStoreException failed) {
      away = true;
      LOG.warn("recovering from local files shard={} cause={}", shard.id(), failed.getMessage());
    } catch (FormatException broken) {
      LOG.error("object corrupt object=s3://{} cause={}", uri(file), broken.getMessage());
      leaveNote(file);
    } catch (IOException failed) {
      LOG.error("shard {}: {}", shard.id(), failed.getMessage());
    } finally {
      downloads.release();
    }
    return false;
  }

  /// Returns the description of a snapshot in S3, read from its beginning; empty if it is not
  /// there, cannot be read, or S3 is unavailable.
  Optional<SnapshotInfo> snapshotInfo(Path file) throws InterruptedException {
    if (bytes(file).isEmpty()) {
      return Optional.empty();
    }
    try {
      Optional<SnapshotInfo> info = SnapshotHeaders.read(from, shard, key(file));
      if (info.isEmpty()) {
        leaveNote(file);
      }
      return info;
    } catch (ObjectStoreException failed) {
      away = true;
      LOG.warn("recovering from local files shard={} cause={}", shard.id(), failed.getMessage());
    } catch (IOException failed) {
      LOG.error("object not read object=s3://{}", uri(file), failed);
    }
    return Optional.empty();
  }

  /// Returns the number of downloaded files.
  long fetchedFiles() {
    return files.sum();
  }

  long fetchedBytes() {
    return bytes.sum();
  }

  private void leaveNote(Path file) {
    try {
      new DamageNotes(from).leave(shard, key(file));
    } catch (ObjectStoreException failed) {
      away = true;
      LOG.warn("recovering from local files shard={} cause={}", shard.id(), failed.getMessage());
    }
  }

  private void fill(Path part, Path file, WholeFile.PartWriter check) throws IOException {
    if (!from.store().download(shard.namespace().s3Bucket(), key(file), part)) {
      throw new NoSuchFileException("s3://" + uri(file));
    }
    check.write(part);
  }

  private String key(Path file) {
    return S3Keys.of(shard.id(), file);
  }

  private String uri(Path file) {
    return shard.namespace().s3Bucket() + "/" + key(file);
  }
}
