package goku.shortterm.log;

import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketInfo;
import goku.format.snapshot.SnapshotInfo;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.shortterm.bucket.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// The point of a shard's log at which the shard starts to apply records.
///
/// A snapshot is compared with the log. If the log had the snapshot's last record at its offset,
/// the shard continues after it. Otherwise the shard keeps the snapshot's content, and continues
/// after the last record that both have. If that is unknown, it applies all that the log has. The
/// datapoints that the log has lost are a hole.
///
/// @param log the log
/// @param applied the offset of the last record that need not be applied; -1 for none
/// @param number the number of a snapshot at this point; see `SnapshotState.number`
/// @param isOtherLog whether the offsets of the shard's files are not those of the log
/// @param isRepeating whether records that the snapshot has may be applied again. Then the inputs
///   that the snapshot states must not be skipped: datapoints without an input are applied again,
///   and would replace later ones that are left out
/// @param holes the times of datapoints that may be lost
public record StartPoint(
    UUID log, long applied, long number, boolean isOtherLog, boolean isRepeating, Holes holes) {
  /// The distance between the time of a record and those of its datapoints.
  ///
  /// @param backfill how much older a datapoint may be
  /// @param ahead how much newer a datapoint may be
  public record Lateness(Duration backfill, Duration ahead) {
    public Holes holes(long fromMillis, long toMillis) {
      long start = fromMillis - backfill.toMillis();
      return Holes.of(
          new Hole(
              start, Math.max(start + 1, toMillis + ahead.toMillis() + 1), HoleCause.LOG_LOST));
    }
  }

  /// Returns the start of a shard whose log has all records since its creation.
  ///
  /// @param highestNumber the highest number of the shard's snapshots, of which none was usable
  public static StartPoint ofWholeLog(long highestNumber, LogView view) {
    LogRange log = view.range();
    return new StartPoint(
        log.id(), log.start() - 1, firstNumber(highestNumber, log), false, false, Holes.NONE);
  }

  /// Returns a number below those of all later snapshots.
  private static long firstNumber(long highestNumber, LogRange log) {
    return highestNumber < log.end() ? log.start() - 1 : highestNumber;
  }

  /// Returns the offset up to which a bucket's file has the log, as far as the log proves it: it
  /// still has the decision that the file states, or only later records. -1 otherwise. After the
  /// log has lost its end, the offset of the decision can have a later one, before which there are
  /// records that the file lacks.
  public static long coveredThrough(BucketInfo file, LogView view) {
    BucketCoverage coverage = file.coverage();
    long decision = coverage.throughOffset();
    LogRange log = view.range();
    if (!coverage.covers(log.id(), decision) || decision >= log.end()) {
      return -1;
    }
    if (decision < log.start()) {
      return decision;
    }
    long end = file.startMillis() + file.lengthMillis();
    return view.record(decision)
        .filter(record -> record.offset() == decision)
        .filter(record -> record.finalizesThroughMillis() >= end)
        .filter(record -> !isAfter(record, file))
        .map(LogRecord::offset)
        .orElse(-1L);
  }

  private static boolean isAfter(LogRecord decision, BucketInfo file) {
    return Decision.number(file.startMillis(), decision.millis()) > file.generation() / 2;
  }

  /// Returns this start with a hole if the log ends before an end that was seen earlier. The hole
  /// begins with the oldest datapoints that this replica has applied and no snapshot has, and where
  /// records may begin that this replica has only seen.
  ///
  /// @param seen what was seen of the log; empty if unknown
  /// @param oldestMillis the begin of the hole if the log has no record
  /// @param latestMillis the latest time that it can be
  public StartPoint withLostEnd(
      Optional<LastEnd.Seen> seen,
      LogView view,
      Lateness lateness,
      long oldestMillis,
      long latestMillis) {
    long end = view.range().end();
    if (seen.isEmpty() || seen.get().end() <= end) {
      return this;
    }
    long from = view.record(end - 1).map(LogRecord::millis).orElse(oldestMillis);
    from = Math.min(from, seen.get().oldestMillis() + lateness.backfill().toMillis());
    return withHoles(lateness.holes(from, latestMillis));
  }

  /// Returns this start with further holes.
  public StartPoint withHoles(Holes more) {
    return new StartPoint(log, applied, number, isOtherLog, isRepeating, holes.plus(more));
  }

  /// Returns the start behind a snapshot.
  ///
  /// @param latestMillis the latest time that it can be, where a hole ends if the log has no
  ///   records after it
  public static StartPoint after(
      SnapshotInfo snapshot, LogView view, Lateness lateness, long latestMillis) {
    LogRange log = view.range();
    boolean isOther = Continuity.isMissing(snapshot, view);
    if (!isOther && snapshot.offset() >= log.start() - 1) {
      boolean lostItsEnd = log.end() < snapshot.log().endOffset();
      Holes lost = lostItsEnd ? lateness.holes(snapshot.recordMillis(), latestMillis) : Holes.NONE;
      return new StartPoint(log.id(), snapshot.offset(), snapshot.number(), false, false, lost);
    }
    OptionalLong common = isOther ? Continuity.lastCommon(snapshot, view) : OptionalLong.empty();
    long applied = common.orElse(log.start() - 1);
    long next = view.record(applied + 1).map(LogRecord::millis).orElse(latestMillis);
    Holes holes = lateness.holes(snapshot.recordMillis(), Math.max(next, snapshot.recordMillis()));
    // snapshots of another log have later numbers than this one
    long number = isOther ? snapshot.number() : snapshot.number() - snapshot.offset() + applied;
    boolean isRepeating = isOther && common.isEmpty();
    return new StartPoint(log.id(), applied, number, isOther, isRepeating, holes);
  }

  /// Returns the start of a shard without a usable snapshot. It applies all records of the log.
  /// Lost records may have datapoints of any time up to `ahead` after the first record, so the log
  /// does not make the file of an expired window complete. A log that begins at offset 0 was
  /// created after the lost records, and the hole ends at its first record: otherwise every answer
  /// would be marked for the first minutes.
  ///
  /// @param windows windows whose files the shard has
  /// @param highestNumber the highest number of the shard's snapshots, of which none was usable
  /// @param latestMillis the latest time that it can be
  public static StartPoint withoutSnapshot(
      List<TimeRange> windows,
      long highestNumber,
      LogView view,
      Lateness lateness,
      long latestMillis) {
    LogRange log = view.range();
    long first = view.record(log.start()).map(LogRecord::millis).orElse(latestMillis);
    long ahead = log.start() == 0 ? 0 : lateness.ahead().toMillis();
    Holes holes = Holes.before(first + ahead + 1, HoleCause.LOG_LOST);
    for (TimeRange window : windows) {
      holes = holes.minus(window);
    }
    long applied = log.start() - 1;
    return new StartPoint(log.id(), applied, firstNumber(highestNumber, log), false, false, holes);
  }
}
