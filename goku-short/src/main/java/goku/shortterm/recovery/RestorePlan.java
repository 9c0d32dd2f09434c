package goku.shortterm.recovery;

import goku.format.bucket.BucketInfo;
import goku.format.snapshot.SnapshotInfo;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.shortterm.bucket.Decision;
import goku.shortterm.files.Restorable;
import goku.shortterm.log.LastEnd;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.LogRecord;
import goku.shortterm.log.LogView;
import goku.shortterm.log.StartPoint;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/// The decision what a shard starts with: files, and a point of its log.
///
/// @param decisions returns a decision of the snapshot by its offset
/// @param coveredThrough returns the offset up to which a bucket's file has the log; -1 if unknown
/// @param lateness the distance between the time of a record and those of its datapoints
public record RestorePlan(
    Restorable from,
    StartPoint start,
    LongFunction<Decision> decisions,
    ToLongFunction<BucketInfo> coveredThrough,
    StartPoint.Lateness lateness) {
  /// Returns the plan for the files of a shard and its log.
  ///
  /// @param latestMillis the latest time that it can be, where a hole ends if the log has no record
  public static RestorePlan of(
      Restorable found, LogView log, StartPoint.Lateness lateness, long latestMillis) {
    StartPoint start = start(found, log, lateness, latestMillis).withHoles(found.lost());
    return new RestorePlan(
        found,
        start,
        offset -> decision(offset, found, start, log),
        file -> StartPoint.coveredThrough(file, log),
        lateness);
  }

  /// Returns the decision of the snapshot, with the time of its record in the log. If the log no
  /// longer has it, the time of the snapshot's last record takes its place: that is after this
  /// decision, and not after the next one.
  private static Decision decision(long offset, Restorable found, StartPoint start, LogView log) {
    UUID id = found.snapshot().map(snapshot -> snapshot.log().id()).orElse(LogRange.UNKNOWN);
    long fallback = found.snapshot().map(SnapshotInfo::recordMillis).orElse(0L);
    Optional<LogRecord> record =
        offset < 0 || start.isOtherLog() ? Optional.empty() : log.record(offset);
    return new Decision(
        id,
        offset,
        record.filter(there -> there.offset() == offset).map(LogRecord::millis).orElse(fallback));
  }

  private static StartPoint start(
      Restorable found, LogView log, StartPoint.Lateness lateness, long latestMillis) {
    if (found.snapshot().isPresent()) {
      return StartPoint.after(found.snapshot().get(), log, lateness, latestMillis);
    }
    if (!found.isOfOtherLog() && log.range().start() == 0) {
      return StartPoint.ofWholeLog(found.highestNumber(), log);
    }
    long window = Tier.MEMORY_BUCKET.toMillis();
    return StartPoint.withoutSnapshot(
        found.files().stream()
            .map(file -> new TimeRange(file.startMillis(), file.startMillis() + window - 1))
            .toList(),
        found.highestNumber(),
        log,
        lateness,
        latestMillis);
  }

  /// Returns this plan with a hole if the log ends before an end that was seen earlier.
  ///
  /// @param seen what was seen of the log; empty if unknown
  /// @param oldestMillis the first kept millisecond, where the hole begins if the log has no record
  /// @param latestMillis the latest time that it can be, where the hole ends
  public RestorePlan withLostEnd(
      Optional<LastEnd.Seen> seen, LogView log, long oldestMillis, long latestMillis) {
    return new RestorePlan(
        from,
        start.withLostEnd(seen, log, lateness, oldestMillis, latestMillis),
        decisions,
        coveredThrough,
        lateness);
  }

  /// Returns whether there is anything to load.
  public boolean loadsFiles() {
    return from.snapshot().isPresent() || !from.files().isEmpty();
  }
}
