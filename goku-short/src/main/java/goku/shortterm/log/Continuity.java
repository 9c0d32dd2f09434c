package goku.shortterm.log;

import static goku.format.snapshot.SnapshotLog.NO_EPOCH;

import goku.format.snapshot.SnapshotInfo;
import java.util.Optional;
import java.util.OptionalLong;

/// The evidence that a shard can continue behind its snapshot: a log continues a snapshot if it had
/// the snapshot's last record at the offset of that. A log that is created again, or that lost its
/// end, uses the same offsets for other records.
final class Continuity {
  private Continuity() {}

  /// Returns whether the snapshot is of another log, or nothing proves that it is of this one.
  static boolean isMissing(SnapshotInfo snapshot, LogView view) {
    LogRange log = view.range();
    long offset = snapshot.offset();
    if (!log.mayBe(snapshot.log().id()) || offset >= log.end()) {
      return true;
    }
    return offset >= log.start()
        ? differs(snapshot, view)
        : offset == log.start() - 1 && isUnproven(snapshot.log().leaderEpoch(), view);
  }

  /// Returns whether the log is known to be the snapshot's and has lost its last record.
  static boolean isLost(SnapshotInfo snapshot, LogView view) {
    LogRange log = view.range();
    return log.isKnownAs(snapshot.log().id())
        && (snapshot.offset() >= log.end()
            || (snapshot.offset() >= log.start() && differs(snapshot, view)));
  }

  /// Returns the offset of the last record that the snapshot's log and the log have in common, as
  /// far as epochs prove it: a record with the same offset and epoch is the same, and so are all
  /// records before it. Empty if none proves it.
  static OptionalLong lastCommon(SnapshotInfo snapshot, LogView view) {
    LogRange log = view.range();
    int epoch = snapshot.log().leaderEpoch();
    if (epoch == NO_EPOCH || !log.isKnownAs(snapshot.log().id())) {
      return OptionalLong.empty();
    }
    long from = log.start();
    long to = Math.min(log.end(), snapshot.offset() + 1);
    int last = NO_EPOCH; // of the record before `from`; epochs ascend with the offsets
    while (from < to) {
      long middle = from + (to - from) / 2;
      Optional<LogRecord> there = view.record(middle).filter(record -> record.offset() < log.end());
      if (there.isPresent() && there.get().leaderEpoch() <= epoch && there.get().offset() < to) {
        from = there.get().offset() + 1;
        last = there.get().leaderEpoch();
      } else {
        to = middle;
      }
    }
    return last == epoch ? OptionalLong.of(from - 1) : OptionalLong.empty();
  }

  /// Returns whether the log has another record at the snapshot's offset.
  private static boolean differs(SnapshotInfo snapshot, LogView view) {
    Optional<LogRecord> there =
        view.record(snapshot.offset()).filter(record -> record.offset() == snapshot.offset());
    return there.isPresent()
        && (differ(snapshot.log().recordHash(), there.get().hash(), 0)
            || differ(snapshot.log().leaderEpoch(), there.get().leaderEpoch(), NO_EPOCH));
  }

  private static boolean differ(long one, long other, long unknown) {
    return one != unknown && other != unknown && one != other;
  }

  /// Returns whether nothing proves that the record before the first one of the log was that of the
  /// snapshot. A leader that wrote the next record in the same epoch, or that still leads, had it.
  /// A later leader may have lacked it. A snapshot does not state the epoch if the log had already
  /// removed the record, and then nobody can replace it. Snapshots of earlier versions never do.
  private static boolean isUnproven(int epoch, LogView view) {
    LogRange log = view.range();
    int next = view.record(log.start()).map(LogRecord::leaderEpoch).orElse(log.leaderEpoch());
    return epoch != NO_EPOCH && epoch != next;
  }
}
