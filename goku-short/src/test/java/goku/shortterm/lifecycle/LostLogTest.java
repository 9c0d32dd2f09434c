package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.rpc.ShardState;
import goku.shortterm.log.ListLog;
import goku.shortterm.log.LogRange;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.ManualClock;
import goku.time.ElapsedTime;
import goku.time.TrustedClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard that comes back after its log has lost records.
class LostLogTest {
  private static final UUID ID = new UUID(1, 2);
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final long HOUR = 3_600_000;
  private static final long WINDOW = 2 * HOUR;

  @TempDir private Path directory;
  private final ManualClock clock = new ManualClock(ShardFixture.START);
  private final ListLog log = new ListLog(ID);

  @Test
  void aLogThatLostItsEndAfterAKillHasAHoleWithoutASnapshot() throws IOException {
    log.append(batch("a", NOW, 1), NOW);
    log.append(batch("a", NOW + 1, 2), NOW + 1);
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    first.open.logSeen(new LogRange(ID, 0, 2), System.nanoTime());
    first.open.tick();
    first.kill();
    log.cutAt(1);
    clock.advance(Duration.ofMinutes(1));
    try (var second = Reopened.of(directory, log, clock)) {
      second.catchUp();
      assertThat(second.open.holes()).isEqualTo(Reopened.LATENESS.holes(NOW, clock.millis()));
    }
    try (var third = Reopened.of(directory, log, clock)) {
      assertThat(third.open.holes().isEmpty()).as("the snapshot keeps the hole").isFalse();
    }
  }

  @Test
  void recordsThatTheLogLosesBeforeTheFirstOneIsAppliedAreAHole() throws IOException {
    for (int i = 0; i < 5; i++) {
      log.append(batch("a", NOW + i, i), NOW + i);
    }
    try (var shard = Reopened.of(directory, log, clock)) {
      shard.open.applyWhenLoaded(log.value(3), 3, log.millis(3));
      assertThat(shard.shard.holes().all())
          .extracting(Hole::cause)
          .containsExactly(HoleCause.LOG_LOST);
      assertThat(shard.shard.holes().overlap(new TimeRange(NOW, NOW + 2))).isTrue();
    }
  }

  @Test
  void recordsThatWereAppliedBeforeAKillAndThatTheLogLosesAreAHole() throws IOException {
    applyAndLoseAllButOne();
    for (int i = 0; i < 2; i++) {
      Reopened again = Reopened.of(directory, log, clock);
      again.catchUp();
      again.seeLog();
      assertThat(again.content().get("cpu host=a")).containsOnlyKeys(NOW);
      assertThat(again.shard.holes().overlap(new TimeRange(NOW + 1, NOW + 3))).isTrue();
      again.kill();
    }
  }

  @Test
  void aHoleThatTheOpeningFindsIsKeptWhenTheLogGrowsAgain() throws IOException {
    applyAndLoseAllButOne();
    Reopened second = Reopened.of(directory, log, clock);
    second.catchUp();
    for (int i = 0; i < 8; i++) {
      log.append(batch("a", NOW + HOUR + i, i), NOW + HOUR + i);
      second.catchUp();
      second.seeLog();
    }
    second.kill();
    try (var third = Reopened.of(directory, log, clock)) {
      third.catchUp();
      assertThat(third.shard.holes().overlap(new TimeRange(NOW + 1, NOW + 3))).isTrue();
    }
    try (var fourth = Reopened.of(directory, log, clock)) {
      assertThat(fourth.open.isWorthASnapshot()).as("the hole is saved").isFalse();
    }
  }

  private void applyAndLoseAllButOne() throws IOException {
    for (int i = 0; i < 4; i++) {
      log.append(batch("a", NOW + i, i), NOW + i);
    }
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    first.kill();
    log.cutAt(1);
  }

  @Test
  void recordsThatALogLosesBeforeItIsEmptyAreAHole() throws IOException {
    log.append(batch("a", NOW, 1), NOW);
    try (var shard = Reopened.of(directory, log, clock)) {
      shard.catchUp();
      shard.open.logSeen(new LogRange(ID, 4, 4), System.nanoTime());
      assertThat(shard.open.health().state()).isEqualTo(ShardState.RECOVERING);
      clock.advance(Duration.ofMinutes(30));
      shard.open.tick();
      assertThat(shard.open.health().state()).isEqualTo(ShardState.SERVING);
      assertThat(shard.shard.appliedOffset()).isEqualTo(3);
      assertThat(shard.shard.holes().all())
          .extracting(Hole::cause)
          .containsExactly(HoleCause.LOG_LOST);
      assertThat(shard.shard.holes().overlap(new TimeRange(NOW, NOW + HOUR / 2))).isTrue();
    }
  }

  @Test
  void aHoleEndsAtTheLatestTimeIfTheClockIsBehind() throws IOException {
    log.append(batch("a", NOW, 1), NOW);
    var nanos = new AtomicLong();
    var trusted = TrustedClock.fresh(clock, new ElapsedTime(nanos::get, () -> 0));
    try (var shard = Reopened.of(directory, log, trusted.earliest())) {
      shard.catchUp();
      clock.advance(Duration.ofHours(-30));
      nanos.addAndGet(Duration.ofMinutes(30).toNanos());
      shard.open.logSeen(new LogRange(ID, 4, 4), System.nanoTime());
      shard.open.tick();
      assertThat(shard.open.holes()).isEqualTo(Reopened.LATENESS.holes(NOW, NOW + HOUR / 2));
    }
  }

  @Test
  void aHoleReachesBackToTheOldestDatapointThatOnlyTheLogHad()
      throws IOException, InterruptedException {
    long old = NOW - 30 * HOUR;
    log.append(batch("a", NOW - 40 * HOUR, 1), NOW);
    var first = Reopened.of(directory, log, clock);
    first.catchUp();
    first.open.tick();
    first.save();
    log.append(batch("a", old, 2), NOW);
    first.catchUp();
    first.kill();
    log.cutAt(1);
    try (var second = Reopened.of(directory, log, clock)) {
      second.catchUp();
      assertThat(second.shard.holes().overlap(new TimeRange(old, old))).isTrue();
      long before = old / WINDOW * WINDOW - 1;
      assertThat(second.shard.holes().overlap(new TimeRange(0, before)))
          .as("what the snapshot has")
          .isFalse();
    }
  }

  private static byte[] batch(String host, long time, double value) {
    var batch = new BatchWriter();
    batch.add(name(host), time, value);
    return batch.toBytes();
  }

  private static SeriesName name(String host) {
    return SeriesName.ofCanonical(("cpu host=" + host).getBytes(UTF_8));
  }
}
