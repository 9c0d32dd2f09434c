package goku.shortterm.log;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.bucket.BucketCoverage;
import goku.format.bucket.BucketInfo;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotState;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.shortterm.bucket.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A snapshot at offset 5 of a log of ten records, one every minute.
class StartPointTest {
  private static final UUID ID = new UUID(1, 2);
  private static final long MINUTE = 60_000;

  /// The time of the decision of [#file].
  private static final long DECIDED = 3 * MINUTE;

  private static final long NOW = 100 * MINUTE;
  private static final StartPoint.Lateness LATENESS =
      new StartPoint.Lateness(Duration.ofMinutes(2), Duration.ofMinutes(1));

  private final ListLog log = new ListLog(ID);
  private SnapshotInfo snapshot = snapshot(ID, 0);

  @BeforeEach
  void fill() {
    append(log, 10);
    snapshot = snapshot(ID, log.record(5).orElseThrow().hash());
  }

  @Test
  void aShardContinuesBehindTheSnapshotOfItsLog() {
    StartPoint start = after();
    assertThat(start).isEqualTo(new StartPoint(ID, 5, 105, false, false, Holes.NONE));
  }

  @Test
  void recordsThatTheLogHasLostAreAHole() {
    log.removeBefore(8);
    StartPoint start = after();
    assertThat(start.applied()).isEqualTo(7);
    assertThat(start.number()).isEqualTo(107);
    assertThat(start.isOtherLog()).isFalse();
    assertThat(start.holes()).isEqualTo(lost(5 - 2, 8 + 1));
  }

  @Test
  void anEmptyLogLosesNothingIfItsEndIsThatOfTheSnapshot() {
    var emptied = new ListLog(ID);
    append(emptied, 6);
    emptied.removeBefore(6);
    assertThat(StartPoint.after(snapshot, emptied, LATENESS, NOW).holes()).isEqualTo(Holes.NONE);
  }

  @Test
  void aShardAppliesAllOfALogThatWasCreatedAgain() {
    var other = new ListLog(new UUID(3, 4));
    append(other, 10);
    StartPoint start = StartPoint.after(snapshot, other, LATENESS, NOW);
    assertThat(start.isOtherLog()).isTrue();
    assertThat(start.applied()).isEqualTo(-1);
    assertThat(start.number()).as("later snapshots have higher numbers").isEqualTo(105);
    assertThat(start.holes()).as("records between both logs").isEqualTo(lost(5 - 2, 5 + 1));
  }

  @Test
  void aShardAppliesAllOfALogThatLostItsEndAndGrewAgain() {
    var grown = new ListLog(ID);
    append(grown, 4);
    for (int i = 4; i < 10; i++) {
      grown.append(new byte[] {99, (byte) i}, (20 + i) * MINUTE);
    }
    StartPoint start = StartPoint.after(snapshot, grown, LATENESS, NOW);
    assertThat(start.isOtherLog()).isTrue();
    assertThat(start.applied()).isEqualTo(-1);
  }

  @Test
  void aShardContinuesBehindTheLastRecordThatALogWithALaterLeaderStillHas() {
    log.cutAt(4);
    log.changeLeader();
    append(log, 4);
    snapshot = snapshot(ID, 1, 6, 0);
    StartPoint start = after();
    assertThat(start.isOtherLog()).isTrue();
    assertThat(start.applied()).isEqualTo(3);
    assertThat(start.isRepeating()).isFalse();
    assertThat(start.number()).isEqualTo(105);
    assertThat(start.holes()).as("up to the next record").isEqualTo(lost(5 - 2, 5 + 1));
  }

  @Test
  void aShardAppliesAllOfALogThatHasNoRecordOfTheEpochOfTheSnapshot() {
    var changed = new ListLog(ID);
    append(changed, 4);
    changed.changeLeader();
    changed.changeLeader();
    append(changed, 6);
    snapshot = snapshot(ID, 1, 6, 1);
    StartPoint start = StartPoint.after(snapshot, changed, LATENESS, NOW);
    assertThat(start.applied()).isEqualTo(-1);
    assertThat(start.isRepeating()).isTrue();
  }

  @Test
  void aLogThatRemovedTheSnapshotsRecordContinuesItIfTheNextRecordHasTheSameEpoch() {
    log.removeBefore(6);
    snapshot = snapshot(ID, 0, 6, 0);
    assertThat(after()).isEqualTo(new StartPoint(ID, 5, 105, false, false, Holes.NONE));
  }

  @Test
  void aLogThatLostItsEndAndGrewAndRemovedTheNewRecordsDoesNotContinueTheSnapshot() {
    snapshot = snapshot(ID, 0, 6, 3);
    log.removeBefore(6);
    StartPoint start = after();
    assertThat(start.isOtherLog()).isTrue();
    assertThat(start.applied()).isEqualTo(5);
    assertThat(start.number()).isEqualTo(105);
    assertThat(start.holes()).as("up to the next record").isEqualTo(lost(5 - 2, 6 + 1));
  }

  @Test
  void recordsThatALaterLeaderMayHaveReplacedAreAHole() {
    var changed = new ListLog(ID);
    append(changed, 6);
    changed.changeLeader();
    append(changed, 4);
    snapshot = snapshot(ID, 0, 6, 0);
    assertThat(StartPoint.after(snapshot, changed, LATENESS, NOW).holes())
        .as("the log has the record")
        .isEqualTo(Holes.NONE);
    changed.removeBefore(6);
    assertThat(StartPoint.after(snapshot, changed, LATENESS, NOW).holes())
        .isEqualTo(lost(5 - 2, 6 + 1));
  }

  @Test
  void anEmptyLogContinuesTheSnapshotWhileItsLeaderIsThatOfTheSnapshot() {
    log.cutAt(6);
    log.removeBefore(6);
    snapshot = snapshot(ID, 0, 6, 1);
    assertThat(after().holes()).isEqualTo(Holes.NONE);
    log.changeLeader();
    assertThat(after().holes()).as("nothing proves it").isEqualTo(lost(5 - 2, 100 + 1));
  }

  @Test
  void aRecordOfAnotherEpochIsAnotherRecord() {
    snapshot = snapshot(ID, log.record(5).orElseThrow().hash(), 6, 1);
    assertThat(after().isOtherLog()).isTrue();
  }

  @Test
  void aShardAppliesAllOfALogThatEndsBeforeTheSnapshot() {
    log.cutAt(5);
    assertThat(after().isOtherLog()).isTrue();
    log.append(new byte[] {7}, 6 * MINUTE);
    assertThat(after().isOtherLog()).as("another record at the offset").isTrue();
  }

  @Test
  void aLogThatEndsBeforeTheEndThatWasSeenHasAHole() {
    snapshot = snapshot(ID, log.record(5).orElseThrow().hash(), 9);
    log.cutAt(8);
    StartPoint start = after();
    assertThat(start.isOtherLog()).isFalse();
    assertThat(start.applied()).isEqualTo(5);
    assertThat(start.holes()).isEqualTo(lost(5 - 2, 100 + 1));
  }

  @Test
  void aLogThatEndsBeforeAnEndThatWasSeenAfterTheSnapshotHasAHole() {
    StartPoint start = after();
    assertThat(start.withLostEnd(Optional.empty(), log, LATENESS, -40 * MINUTE, NOW).holes())
        .isEqualTo(Holes.NONE);
    assertThat(lostEnd(start, 10, NOW)).isEqualTo(Holes.NONE);
    assertThat(lostEnd(start, 11, NOW))
        .as("from the last record on")
        .isEqualTo(lost(9 - 2, 100 + 1));
    assertThat(lostEnd(start, 11, 3 * MINUTE))
        .as("from the oldest datapoint on that only the log had")
        .isEqualTo(lost(3, 100 + 1));
    log.cutAt(0);
    assertThat(lostEnd(start, 1, NOW))
        .as("all kept times, without a record")
        .isEqualTo(lost(-40 - 2, 100 + 1));
    assertThat(lostEnd(start, 1, -50 * MINUTE))
        .as("older datapoints than are kept")
        .isEqualTo(lost(-50, 100 + 1));
  }

  private Holes lostEnd(StartPoint start, long end, long oldestMillis) {
    var seen = Optional.of(new LastEnd.Seen(ID, end, oldestMillis));
    return start.withLostEnd(seen, log, LATENESS, -40 * MINUTE, NOW).holes();
  }

  @Test
  void aSnapshotWithoutALogIsComparedByItsOffset() {
    var old = new SnapshotInfo("ns", 3, 5, 5 * MINUTE, List.of());
    assertThat(StartPoint.after(old, log, LATENESS, NOW).applied()).isEqualTo(5);
    log.cutAt(5);
    assertThat(StartPoint.after(old, log, LATENESS, NOW).isOtherLog()).isTrue();
  }

  @Test
  void aShardWithoutASnapshotLacksAllTimeBeforeItsLogUnlessFilesHaveIt() {
    log.removeBefore(4);
    var windows = List.of(new TimeRange(-30 * MINUTE, -20 * MINUTE - 1));
    StartPoint start = StartPoint.withoutSnapshot(windows, -1, log, LATENESS, NOW);
    assertThat(start.applied()).isEqualTo(3);
    assertThat(start.number()).isEqualTo(3);
    // a lost record may be as new as the first one, and its datapoints a minute ahead
    var rest = new Hole(-20 * MINUTE, 5 * MINUTE + 1, HoleCause.LOG_LOST);
    assertThat(start.holes()).isEqualTo(Holes.before(-30 * MINUTE, HoleCause.LOG_LOST).plus(rest));
    assertThat(StartPoint.withoutSnapshot(windows, 50, log, LATENESS, NOW).number())
        .as("above the numbers of snapshots of another log")
        .isEqualTo(50);
  }

  @Test
  void aFileCoversTheLogThatStillHasItsDecision() {
    var decided = new ListLog(ID);
    append(decided, 2);
    decided.append(new FinalizeRecord(3 * MINUTE).toBytes(), DECIDED);
    append(decided, 2);
    assertThat(StartPoint.coveredThrough(file(ID, 2), decided)).isEqualTo(2);
    assertThat(StartPoint.coveredThrough(file(new UUID(3, 4), 2), decided)).isEqualTo(-1);
    assertThat(StartPoint.coveredThrough(file(ID, 1), decided)).as("no decision").isEqualTo(-1);
    assertThat(StartPoint.coveredThrough(file(ID, 5), decided)).as("not there yet").isEqualTo(-1);
    decided.removeBefore(4);
    assertThat(StartPoint.coveredThrough(file(ID, 2), decided)).as("removed").isEqualTo(2);
  }

  /// The log lost its end, and the records that were written since have another decision there.
  @Test
  void aFileDoesNotCoverTheLogThatHasALaterDecisionInThePlaceOfItsOwn() {
    var other = new ListLog(ID);
    append(other, 2);
    other.append(new FinalizeRecord(3 * MINUTE).toBytes(), DECIDED + MINUTE);
    assertThat(StartPoint.coveredThrough(file(ID, 2), other)).isEqualTo(-1);
  }

  private StartPoint after() {
    return StartPoint.after(snapshot, log, LATENESS, NOW);
  }

  private static void append(ListLog log, int count) {
    for (int i = 0; i < count; i++) {
      long offset = log.range().end();
      log.append(new byte[] {1, (byte) offset}, offset * MINUTE);
    }
  }

  private static SnapshotInfo snapshot(UUID id, long hash) {
    return snapshot(id, hash, 6);
  }

  private static SnapshotInfo snapshot(UUID id, long hash, long end) {
    return snapshot(id, hash, end, SnapshotLog.NO_EPOCH);
  }

  private static SnapshotInfo snapshot(UUID id, long hash, long end, int epoch) {
    var log = new SnapshotLog(id, hash, end, epoch);
    var state = new SnapshotState(105, log, 0, Holes.NONE, List.of(), List.of());
    return new SnapshotInfo("ns", 3, 5, 5 * MINUTE, List.of(), Optional.of(state));
  }

  private static BucketInfo file(UUID id, long decision) {
    var coverage = new BucketCoverage(id, decision, BucketCoverage.Kind.COMPLETE);
    int generation = 2 * Decision.number(0, DECIDED) + 1;
    return new BucketInfo("ns", 3, 0, 3 * MINUTE, generation, coverage);
  }

  /// Returns a hole from the beginning of a minute to just after the beginning of another one.
  private static Holes lost(long fromMinute, long toMinute) {
    return Holes.of(new Hole(fromMinute * MINUTE, toMinute * MINUTE + 1, HoleCause.LOG_LOST));
  }
}
