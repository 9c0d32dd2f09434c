package goku.shortterm.log;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotState;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A snapshot at offset 7 of a log of ten records, one every minute, that loses its end.
class LostEndTest {
  private static final UUID ID = new UUID(1, 2);
  private static final long MINUTE = 60_000;
  private static final long NOW = 100 * MINUTE;
  private static final StartPoint.Lateness LATENESS =
      new StartPoint.Lateness(Duration.ofMinutes(2), Duration.ofMinutes(1));

  private final ListLog log = new ListLog(ID);

  @BeforeEach
  void fill() {
    append(10);
  }

  @Test
  void aLogThatHasTheRecordOfASnapshotHasLostNothing() {
    assertThat(provenBy(snapshot(7, 0))).isEqualTo(Holes.NONE);
  }

  @Test
  void aLogThatEndsBeforeASnapshotHasLostAllAfterTheLastCommonRecord() {
    SnapshotInfo snapshot = snapshot(7, 0);
    log.cutAt(4);
    assertThat(provenBy(snapshot)).isEqualTo(lost(3 - 2, 100 + 1));
  }

  @Test
  void theLossEndsWithTheNextRecord() {
    SnapshotInfo snapshot = snapshot(7, 0);
    log.cutAt(4);
    log.append(new byte[] {9}, 20 * MINUTE);
    assertThat(provenBy(snapshot)).isEqualTo(lost(3 - 2, 20 + 1));
  }

  @Test
  void theLossReachesToTheSnapshotIfTheClockOfTheNextLeaderIsBehind() {
    SnapshotInfo snapshot = snapshot(7, 0);
    log.cutAt(4);
    log.append(new byte[] {9}, 2 * MINUTE);
    assertThat(provenBy(snapshot)).isEqualTo(lost(3 - 2, 7 + 1));
  }

  @Test
  void aLogThatGrewAgainHasLostWhatItHadAtTheOffsetOfTheSnapshot() {
    SnapshotInfo snapshot = snapshot(7, 0);
    log.cutAt(4);
    append(10);
    assertThat(provenBy(snapshot)).isEqualTo(lost(3 - 2, 7 + 1));
  }

  @Test
  void withoutACommonRecordAllEarlierTimeMayBeLost() {
    SnapshotInfo snapshot = snapshot(7, 0);
    SnapshotInfo unknown = snapshot(7, SnapshotLog.NO_EPOCH);
    log.cutAt(4);
    assertThat(provenBy(unknown))
        .isEqualTo(Holes.before((100 + 1) * MINUTE + 1, HoleCause.LOG_LOST));
    log.removeBefore(4);
    assertThat(provenBy(snapshot))
        .isEqualTo(Holes.before((100 + 1) * MINUTE + 1, HoleCause.LOG_LOST));
  }

  @Test
  void nothingIsProvenByASnapshotOfAnotherLogOrOfARemovedRecord() {
    SnapshotInfo other =
        new SnapshotInfo(
            "ns", 3, 70, 7 * MINUTE, List.of(), Optional.of(state(new UUID(3, 4), 70, 0)));
    assertThat(provenBy(other)).isEqualTo(Holes.NONE);
    log.changeLeader();
    log.append(new byte[] {9}, 11 * MINUTE);
    log.removeBefore(10);
    assertThat(provenBy(snapshot(9, 0))).as("the next epoch may have had it").isEqualTo(Holes.NONE);
  }

  @Test
  void aSnapshotOfTheRemainingLogLacksTheLostEnd() {
    SnapshotInfo before = snapshot(3, 0);
    SnapshotInfo longer = snapshot(7, 0);
    SnapshotInfo shorter = snapshot(5, 0);
    log.cutAt(4);
    append(4);
    SnapshotInfo after = snapshot(7, 1);
    assertThat(LostEnd.lacks(before, longer, log)).isTrue();
    assertThat(LostEnd.lacks(after, longer, log)).isTrue();
    assertThat(LostEnd.lacks(shorter, longer, log)).isTrue();
    assertThat(LostEnd.lacks(longer, shorter, log)).as("has more of them").isFalse();
  }

  @Test
  void aSnapshotOfAnotherLostEndLacksTheLostEnd() {
    SnapshotInfo first = snapshot(6, 0);
    log.cutAt(4);
    append(4);
    SnapshotInfo second = snapshot(7, 1);
    log.cutAt(4);
    assertThat(LostEnd.lacks(second, first, log)).isTrue();
  }

  @Test
  void aSnapshotOfAShardThatKnewTheLossLacksNothing() {
    SnapshotInfo first = snapshot(7, 0);
    log.cutAt(4);
    append(1);
    SnapshotState state = state(ID, 8, 0);
    var later = new SnapshotInfo("ns", 3, 4, 4 * MINUTE, List.of(), Optional.of(state));
    assertThat(LostEnd.lacks(later, first, log)).isFalse();
  }

  private Holes provenBy(SnapshotInfo snapshot) {
    return LostEnd.provenBy(snapshot, log, LATENESS, NOW);
  }

  private void append(int count) {
    for (int i = 0; i < count; i++) {
      long offset = log.range().end();
      log.append(new byte[] {(byte) log.range().leaderEpoch(), (byte) offset}, offset * MINUTE);
    }
  }

  /// Returns a snapshot of the log as it is.
  private SnapshotInfo snapshot(long offset, int epoch) {
    SnapshotState state =
        state(ID, offset, log.record(offset).map(LogRecord::hash).orElse(0L), epoch);
    return new SnapshotInfo("ns", 3, offset, offset * MINUTE, List.of(), Optional.of(state));
  }

  private static SnapshotState state(UUID id, long number, int epoch) {
    return state(id, number, 1, epoch);
  }

  private static SnapshotState state(UUID id, long number, long hash, int epoch) {
    var log = new SnapshotLog(id, hash, number + 1, epoch);
    return new SnapshotState(number, log, 0, Holes.NONE, List.of(), List.of());
  }

  /// Returns a hole from the beginning of a minute to just after the beginning of another one.
  private static Holes lost(long fromMinute, long toMinute) {
    return Holes.of(new Hole(fromMinute * MINUTE, toMinute * MINUTE + 1, HoleCause.LOG_LOST));
  }
}
