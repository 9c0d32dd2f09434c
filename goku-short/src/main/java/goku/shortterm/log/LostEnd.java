package goku.shortterm.log;

import goku.format.snapshot.SnapshotInfo;
import goku.model.HoleCause;
import goku.model.Holes;
import java.util.OptionalLong;

/// The evidence that a log has lost its end: a snapshot has records at whose offsets the log has
/// others, or none. A shard that starts behind another snapshot lacks them.
public final class LostEnd {
  private LostEnd() {}

  /// Returns the times of the records that the snapshot has and its log has lost; none if that is
  /// not proven.
  ///
  /// @param latestMillis the latest time that it can be, where the hole ends if the log has no
  ///   records after the loss
  public static Holes provenBy(
      SnapshotInfo snapshot, LogView view, StartPoint.Lateness lateness, long latestMillis) {
    if (!Continuity.isLost(snapshot, view)) {
      return Holes.NONE;
    }
    OptionalLong common = Continuity.lastCommon(snapshot, view);
    if (common.isEmpty()) {
      return before(Math.max(latestMillis, snapshot.recordMillis()), lateness);
    }
    long last = common.getAsLong();
    long next = view.record(last + 1).map(LogRecord::millis).orElse(latestMillis);
    long to = Math.max(next, snapshot.recordMillis());
    return view.record(last)
        .filter(record -> record.offset() == last)
        .map(record -> lateness.holes(Math.min(record.millis(), to), to))
        .orElse(before(to, lateness));
  }

  private static Holes before(long millis, StartPoint.Lateness lateness) {
    return Holes.before(millis + lateness.ahead().toMillis() + 1, HoleCause.LOG_LOST);
  }

  /// Returns whether a shard that starts behind a snapshot lacks the records that only the log of
  /// another one had. It has them if the process that took it had restored them from such a
  /// snapshot, or had marked their time. The numbers of its snapshots then differ more from their
  /// offsets.
  public static boolean lacks(SnapshotInfo start, SnapshotInfo other, LogView view) {
    boolean knew = start.number() - start.offset() > other.number() - other.offset();
    boolean hasMore =
        start.offset() >= other.offset()
            && start.log().leaderEpoch() == other.log().leaderEpoch()
            && Continuity.isLost(start, view);
    return !knew && !hasMore;
  }
}
