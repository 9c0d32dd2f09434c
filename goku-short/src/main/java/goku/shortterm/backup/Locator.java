package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.Restorable;
import goku.shortterm.log.LogRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The search for the files from which a shard can be restored (section 4.6.2 of the paper,
/// "Recovery"). Thread-safe.
final class Locator {
  private static final Logger LOG = LoggerFactory.getLogger(Locator.class);

  private final Destination from;
  private final BucketFetch buckets;
  private final ExecutorService threads;
  private final Semaphore downloads;
  private final Patience patience;

  Locator(
      Destination from,
      MemoryRetention retention,
      ExecutorService threads,
      BackupSettings settings) {
    this.from = from;
    this.threads = threads;
    buckets = new BucketFetch(from, retention, threads);
    downloads = new Semaphore(settings.downloads());
    patience = new Patience(settings.listTimeout());
  }

  /// Returns the files that the shard is restored from: of the usable snapshots with the fewest
  /// holes the newest. Without one, the newest complete file of each window.
  ///
  /// @param log the shard's log; called after the listing of S3, because other replicas continue
  Restorable locate(ShardInventory shard, Supplier<LogRange> log)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duration wait = patience.next(!shard.files().snapshots().isEmpty());
    S3Source s3 = S3Source.ask(shard, from, downloads, threads, wait);
    patience.heard(s3.answered());
    SortedSet<Long> numbers = numbers(shard, s3);
    List<SnapshotInfo> known = headers(shard, numbers, s3);
    int unusable = 0;
    for (SnapshotInfo header : ranked(known, log)) {
      Optional<SnapshotInfo> snapshot = snapshot(shard, header.number(), s3);
      if (snapshot.isPresent() && isComplete(shard, snapshot.get(), s3)) {
        LOG.info(
            "snapshot found shard={} offset={} buckets={} after={}ms downloaded={} files, {}"
                + " bytes; better unusable snapshots={} holes={}",
            shard.id(),
            snapshot.get().offset(),
            snapshot.get().buckets().size(),
            Duration.ofNanos(System.nanoTime() - begin).toMillis(),
            s3.fetchedFiles(),
            s3.fetchedBytes(),
            unusable,
            snapshot.get().holes());
        return Restorable.of(snapshot.get());
      }
      unusable++;
      from.metrics().unusable().increment();
    }
    List<BucketFetch.Complete> files = buckets.fetchNewest(shard, s3);
    LOG.info(
        "no snapshot usable, log is read from the beginning shard={} unusable={} bucketFiles={}",
        shard.id(),
        unusable,
        files.size());
    return new Restorable(
        Optional.empty(),
        files.stream().map(BucketFetch.Complete::reference).toList(),
        Stream.concat(
                files.stream().map(BucketFetch.Complete::log),
                known.stream().map(info -> info.log().id()))
            .anyMatch(id -> !log.get().mayBe(id)),
        numbers.isEmpty() ? -1 : numbers.getFirst());
  }

  /// Returns the numbers, the highest first.
  private static SortedSet<Long> numbers(ShardInventory shard, S3Source s3) throws IOException {
    var numbers = new TreeSet<Long>(Comparator.reverseOrder());
    numbers.addAll(s3.listing().snapshots());
    for (Path file : shard.files().snapshots()) {
      FileNames.parseSnapshot(file.getFileName().toString()).ifPresent(numbers::add);
    }
    return numbers;
  }

  /// Returns the descriptions of the readable snapshots, in the order of the numbers.
  private List<SnapshotInfo> headers(ShardInventory shard, SortedSet<Long> numbers, S3Source s3)
      throws InterruptedException {
    List<SnapshotInfo> known = new ArrayList<>();
    for (long number : numbers) {
      header(shard, number, s3).ifPresent(known::add);
    }
    return known;
  }

  /// Returns snapshots in the order in which they are tried: those of the log first, those with
  /// fewer holes first, newer ones first.
  private static List<SnapshotInfo> ranked(List<SnapshotInfo> known, Supplier<LogRange> log) {
    return known.stream()
        .sorted(
            Comparator.comparing((SnapshotInfo info) -> !log.get().mayBe(info.log().id()))
                .thenComparingLong(info -> info.holes().millis())
                .thenComparing(Comparator.comparingLong(SnapshotInfo::number).reversed()))
        .toList();
  }

  /// Returns the description of a snapshot on the disk or in S3. An unreadable local one is set
  /// aside.
  private Optional<SnapshotInfo> header(ShardInventory shard, long number, S3Source s3)
      throws InterruptedException {
    Path file = shard.files().snapshot(number);
    if (Files.exists(file)) {
      try {
        return Optional.of(from.checks().snapshotInfo(file));
      } catch (FormatException | IOException broken) {
        shard.files().setAside(file, broken);
      }
    }
    return s3.snapshotInfo(file);
  }

  /// Lengths are not compared with S3, because two replicas' snapshots of one offset may differ in
  /// length.
  private Optional<SnapshotInfo> snapshot(ShardInventory shard, long number, S3Source s3)
      throws InterruptedException {
    Path file = shard.files().snapshot(number);
    if (Files.exists(file)) {
      try {
        check(shard, number, file);
        return Optional.of(from.checks().snapshotInfo(file));
      } catch (FormatException | IOException broken) {
        shard.files().setAside(file, broken);
      }
    }
    if (!s3.fetch(file, part -> check(shard, number, part))) {
      return Optional.empty();
    }
    try {
      return Optional.of(from.checks().snapshotInfo(file));
    } catch (IOException failed) {
      LOG.error("snapshot unreadable file={}", file, failed);
      return Optional.empty();
    }
  }

  private void check(ShardInventory shard, long number, Path file) throws IOException {
    from.checks().verifySnapshot(file);
    SnapshotInfo info = from.checks().snapshotInfo(file);
    if (info.number() != number
        || info.shard() != shard.id().shard()
        || !info.namespace().equals(shard.id().namespace())) {
      throw new CorruptException(
          "snapshot",
          0,
          "number %d of shard %s/%d".formatted(info.number(), info.namespace(), info.shard()),
          "number %d of shard %s".formatted(number, shard.id()));
    }
  }

  private boolean isComplete(ShardInventory shard, SnapshotInfo snapshot, S3Source s3)
      throws InterruptedException {
    List<Path> missing = buckets.fetch(shard, snapshot, s3);
    if (!missing.isEmpty()) {
      LOG.error(
          "snapshot unusable, bucket file missing shard={} offset={} file={} further={}: neither"
              + " on the disk nor in S3",
          shard.id(),
          snapshot.offset(),
          missing.getFirst(),
          missing.size() - 1);
    }
    return missing.isEmpty();
  }
}
