package goku.shortterm.backup;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.snapshot.SnapshotInfo;
import goku.model.Holes;
import goku.shortterm.files.FileNames;
import goku.shortterm.files.Restorable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
      TierEvidence tiers,
      ExecutorService threads,
      BackupSettings settings,
      Patience patience) {
    this.from = from;
    this.threads = threads;
    buckets = new BucketFetch(from, retention, tiers, threads);
    downloads = new Semaphore(settings.downloads());
    this.patience = patience;
  }

  /// Returns the files that the shard is restored from: of the usable snapshots after which it
  /// lacks least the newest. Without one, the newest complete file of each window.
  ///
  /// @param log the shard's log; called after the listing of S3, because other replicas continue
  Restorable locate(ShardInventory shard, RestoredLog log)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duration wait = patience.next(!shard.files().snapshots().isEmpty());
    S3Source s3 = S3Source.ask(shard, from, downloads, threads, wait);
    patience.heard(s3.answered());
    SortedSet<Long> numbers = numbers(shard, s3);
    List<Candidate> known = candidates(shard, numbers, log, s3);
    int unusable = 0;
    for (Candidate candidate : known) {
      Optional<SnapshotInfo> snapshot = snapshot(shard, candidate, s3);
      Optional<BucketFetch.Missing> without =
          snapshot.isPresent() ? fetchFiles(shard, snapshot.get(), s3) : Optional.empty();
      if (snapshot.isPresent() && without.isPresent()) {
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
        known.stream()
            .skip(known.indexOf(candidate) + 1L)
            .filter(Candidate::isInS3)
            .flatMap(worse -> s3.listing().snapshot(worse.info().number()).stream())
            .forEach(shard::inferior);
        Restorable found = Restorable.of(snapshot.get(), candidate.lost(), without.get().others());
        return without.get().doubtful().isEmpty() ? found : found.awaitingS3();
      }
      unusable++;
      from.metrics().unusable().increment();
    }
    List<BucketFetch.Complete> files = buckets.fetchNewest(shard, s3);
    Restorable found = withoutSnapshot(files, known, numbers, log);
    if (files.isEmpty() && shard.feedsTiers() && s3.isSilent() && log.range().start() > 0) {
      LOG.error(
          "shard waits for S3 shard={}: it cannot be restored from the disk, and its log begins at"
              + " {}",
          shard.id(),
          log.range().start());
      return found.awaitingS3();
    }
    LOG.info(
        "no snapshot usable, log is read from the beginning shard={} unusable={} bucketFiles={}",
        shard.id(),
        unusable,
        files.size());
    return found;
  }

  private static Restorable withoutSnapshot(
      List<BucketFetch.Complete> files,
      List<Candidate> known,
      SortedSet<Long> numbers,
      RestoredLog log) {
    return Restorable.ofFiles(
        files.stream().map(BucketFetch.Complete::reference).toList(),
        Stream.concat(
                files.stream().map(BucketFetch.Complete::log),
                known.stream().map(candidate -> candidate.info().log().id()))
            .anyMatch(id -> !log.range().mayBe(id)),
        numbers.isEmpty() ? -1 : numbers.getFirst(),
        lost(known, null, log));
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

  /// A readable snapshot.
  ///
  /// @param isOfOtherLog whether the log of the snapshot is gone
  /// @param missing what the shard would lack
  /// @param proven what the log has lost and this snapshot has
  /// @param lost the part of `missing` that only other snapshots have
  /// @param isInS3 whether it is the one in S3, while the local one of this number lacks more
  private record Candidate(
      SnapshotInfo info,
      boolean isOfOtherLog,
      Holes missing,
      Holes proven,
      Holes lost,
      boolean isInS3) {
    Candidate with(Holes elsewhere) {
      return new Candidate(info, isOfOtherLog, missing.plus(elsewhere), proven, elsewhere, isInS3);
    }

    /// Those of the log first, those after which the shard lacks less first, newer ones first.
    static final Comparator<Candidate> ORDER =
        Comparator.comparing(Candidate::isOfOtherLog)
            .thenComparingLong(candidate -> candidate.missing().millis())
            .thenComparing(
                Comparator.comparingLong((Candidate candidate) -> candidate.info().number())
                    .reversed());
  }

  /// Returns the snapshots in the order in which they are tried.
  private List<Candidate> candidates(
      ShardInventory shard, SortedSet<Long> numbers, RestoredLog log, S3Source s3)
      throws InterruptedException {
    List<Candidate> candidates = new ArrayList<>();
    for (long number : numbers) {
      Path file = shard.files().snapshot(number);
      Optional<SnapshotInfo> local = local(shard, file);
      boolean looksInS3 = local.map(BetterSnapshots::isCurable).orElse(true);
      Optional<SnapshotInfo> other = looksInS3 ? s3.snapshotInfo(file) : Optional.empty();
      if (other.isPresent() || !looksInS3) {
        s3.listing().snapshot(number).ifPresent(shard::examined);
      }
      boolean isInS3 =
          other.isPresent()
              && local.map(own -> BetterSnapshots.isBetter(other.get(), own)).orElse(true);
      (isInS3 ? other : local).ifPresent(info -> candidates.add(candidate(info, isInS3, log)));
    }
    return candidates.stream()
        .map(candidate -> candidate.with(lost(candidates, candidate.info(), log)))
        .sorted(Candidate.ORDER)
        .toList();
  }

  private static Candidate candidate(SnapshotInfo info, boolean isInS3, RestoredLog log) {
    Holes after = log.lostAfter(info);
    return new Candidate(
        info,
        !log.range().mayBe(info.log().id()),
        info.holes().plus(after),
        after.isEmpty() ? Holes.NONE : log.lostOf(info),
        Holes.NONE,
        isInS3);
  }

  /// Returns the times of the records that the log has lost, and that only other snapshots have.
  private static Holes lost(List<Candidate> all, @Nullable SnapshotInfo restored, RestoredLog log) {
    Holes lost = Holes.NONE;
    for (Candidate other : all) {
      if (!other.proven().isEmpty() && (restored == null || lacks(restored, other, log))) {
        lost = lost.plus(other.proven());
      }
    }
    return lost;
  }

  private static boolean lacks(SnapshotInfo restored, Candidate other, RestoredLog log) {
    return other.info().number() != restored.number() && log.lacksLost(restored, other.info());
  }

  /// Returns the description of a snapshot on the disk. An unreadable one is set aside.
  private Optional<SnapshotInfo> local(ShardInventory shard, Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(from.checks().snapshotInfo(file));
    } catch (FormatException | IOException broken) {
      shard.files().setAside(file, broken);
      return Optional.empty();
    }
  }

  /// Returns the description of a snapshot that was verified on the disk. Lengths are not compared
  /// with S3, because two replicas' snapshots of one offset may differ in length.
  private Optional<SnapshotInfo> snapshot(ShardInventory shard, Candidate candidate, S3Source s3)
      throws InterruptedException {
    long number = candidate.info().number();
    Path file = shard.files().snapshot(number);
    if (Files.exists(file) && !candidate.isInS3()) {
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

  /// Downloads the files of a snapshot. Returns those without which a shard can be restored; empty
  /// if another one is missing.
  private Optional<BucketFetch.Missing> fetchFiles(
      ShardInventory shard, SnapshotInfo snapshot, S3Source s3) throws InterruptedException {
    BucketFetch.Missing missing = buckets.fetch(shard, snapshot, s3);
    if (!missing.needed().isEmpty()) {
      LOG.error(
          "snapshot unusable, bucket file missing shard={} offset={} file={} further={}: neither"
              + " on the disk nor in S3",
          shard.id(),
          snapshot.offset(),
          missing.needed().getFirst(),
          missing.needed().size() - 1);
      return Optional.empty();
    }
    for (long start : missing.others().destroyed()) {
      LOG.error(
          "bucket file destroyed shard={} start={}: neither the disk nor S3 nor the tiers have it,"
              + " answers about this window are marked",
          shard.id(),
          Instant.ofEpochMilli(start));
    }
    if (!missing.doubtful().isEmpty()) {
      LOG.error(
          "shard waits for S3 shard={} file={} further={}: it has expired and is not on the disk,"
              + " and only S3 tells whether the tiers have it",
          shard.id(),
          missing.doubtful().getFirst(),
          missing.doubtful().size() - 1);
    }
    return Optional.of(missing);
  }
}
