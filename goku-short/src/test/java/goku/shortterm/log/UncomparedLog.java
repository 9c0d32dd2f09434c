package goku.shortterm.log;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Holes;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.Unavailable;
import goku.shortterm.recovery.RestorePlan;
import goku.shortterm.shard.ShardFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A log without an end whose records are not read when a shard opens.
///
/// @param start the first offset
public record UncomparedLog(long start) implements LogView {
  /// Returns the plan that starts with a snapshot, or with nothing.
  public static RestorePlan plan(Optional<SnapshotInfo> snapshot, long start) {
    return RestorePlan.of(
        snapshot
            .map(found -> Restorable.of(found, Holes.NONE, Unavailable.NONE))
            .orElse(Restorable.ofFiles(List.of(), false, -1, Holes.NONE)),
        new UncomparedLog(start),
        new StartPoint.Lateness(Duration.ZERO, Duration.ZERO),
        ShardFixture.START.toEpochMilli());
  }

  @Override
  public LogRange range() {
    return new LogRange(LogRange.UNKNOWN, start, Long.MAX_VALUE);
  }

  @Override
  public Optional<LogRecord> record(long offset) {
    return Optional.empty();
  }
}
