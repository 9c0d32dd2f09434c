package goku.shortterm.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.format.finalize.FinalizeRecord;
import goku.index.IndexLimits;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Tier;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import goku.time.ElapsedTime;
import goku.time.Testimony;
import goku.time.TrustedClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A shard on a machine whose clock leaps by more than the memory TTL.
class WrongClockTest {
  private static final Instant START = Instant.parse("2026-03-01T13:00:00Z");
  private static final Duration TTL = Duration.ofHours(24);
  private static final Duration BACKFILL = Duration.ofHours(1);
  private static final Duration LEAP = Duration.ofHours(30);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LeakCheck memory = new LeakCheck(64 << 20);
  private final ManualClock wall = new ManualClock(START);
  private final AtomicLong nanos = new AtomicLong();
  private final ElapsedTime elapsed = new ElapsedTime(nanos::get, () -> 0);

  /// The ends of windows whose finalization was requested.
  private final List<Instant> requested = new ArrayList<>();

  private final FinalizationClock finalizations =
      new FinalizationClock(
          3, () -> BACKFILL, true, (_, _, decision) -> requested.add(endOf(decision)));
  private TrustedClock clock = TrustedClock.fresh(wall, elapsed);
  private Shard shard = shard();

  @AfterEach
  void close() {
    shard.close();
    memory.close();
  }

  @Test
  void aLeapWhileTheShardRunsExpiresNothingAndLaterDatapointsAreStored() {
    put(START.minus(Duration.ofHours(20)), 1);
    leap(LEAP);
    pass(MINUTE);
    put(START.plus(MINUTE), 2);
    tick();
    leap(LEAP.negated());
    pass(MINUTE);
    put(START.plus(MINUTE.multipliedBy(2)), 3);
    tick();
    assertThat(values()).containsExactly(1.0, 2.0, 3.0);
    assertThat(requested).isNotEmpty().allMatch(end -> end.isBefore(START));
  }

  @Test
  void aLeapAtAStartExpiresNothingAndLaterDatapointsAreStored() {
    leap(LEAP);
    startedAgain(START);
    put(START.minus(Duration.ofHours(20)), START, 1);
    pass(MINUTE);
    tick();
    assertThat(values()).containsExactly(1.0);
    assertThat(shard.isExpired(START.minus(Duration.ofHours(22)).toEpochMilli())).isFalse();
    leap(LEAP.negated());
    put(START.plus(MINUTE), 2);
    tick();
    assertThat(values()).containsExactly(1.0, 2.0);
  }

  @Test
  void datapointsOfTheWrongTimeDoNotExpireOthers() {
    put(START.minus(Duration.ofHours(20)), 1);
    leap(LEAP);
    startedAgain(START);
    put(START.minus(Duration.ofHours(20)), START, 1);
    put(START.plus(LEAP), START.plus(LEAP), 2);
    tick();
    leap(LEAP.negated());
    put(START, 3);
    tick();
    assertThat(values()).containsExactly(1.0, 3.0, 2.0);
  }

  @Test
  void aStopOfThirtyHoursExpiresWhatIsOldOnceTheClockIsTrusted() {
    leap(LEAP);
    startedAgain(START);
    put(START.minus(Duration.ofHours(20)), START, 1);
    put(START.plus(LEAP), START.plus(LEAP), 2);
    tick();
    assertThat(values()).containsExactly(1.0, 2.0);
    pass(Duration.ofMinutes(10));
    tick();
    assertThat(values()).containsExactly(2.0);
  }

  @Test
  void aShardThatIsThreeHoursAheadExpiresByAnotherMachinesClock() {
    Duration skew = Duration.ofHours(3);
    leap(skew);
    shard.close();
    clock = TrustedClock.fresh(wall, elapsed);
    shard = shard();
    clock.hear(List.of(new Testimony(START.toEpochMilli(), nanos.get())));
    put(START.minus(Duration.ofHours(22)), START, 1);
    tick();
    assertThat(values()).containsExactly(1.0);
    assertThat(requested).allMatch(end -> end.isBefore(START));
    pass(Duration.ofHours(4));
    tick();
    assertThat(values()).isEmpty();
  }

  @Test
  void finalizationsContinueAfterALeap() {
    put(START, 1);
    leap(LEAP);
    tick();
    leap(LEAP.negated());
    pass(Tier.MEMORY_BUCKET.plus(BACKFILL));
    tick();
    assertThat(requested.getLast()).isAfter(START);
  }

  /// Lets the process start again without its memory, so that its log is read again.
  private void startedAgain(Instant last) {
    shard.close();
    clock = TrustedClock.resumed(wall, elapsed, last);
    shard = shard();
  }

  private Shard shard() {
    var node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            clock.earliest(),
            new SimpleMeterRegistry(),
            Runnable::run,
            nanos::get);
    return new Shard(new ShardId("ns", 3), TTL, node, new NoFiles());
  }

  private void tick() {
    shard.tick(0);
    finalizations.tick(now(), shard::dueWindows);
  }

  private static Instant endOf(byte[] decision) {
    return Instant.ofEpochMilli(FinalizeRecord.read(decision).throughMillis());
  }

  private long now() {
    return clock.earliest().millis();
  }

  /// Puts a datapoint in a record that an ingestor with the right clock wrote.
  private void put(Instant time, double value) {
    put(time, clock.instant(), value);
  }

  private void put(Instant time, Instant written, double value) {
    var batch = new BatchWriter();
    byte[] name = "cpu host=a".getBytes(UTF_8);
    batch.add(SeriesName.ofCanonical(name), time.toEpochMilli(), value);
    shard.apply(batch.toBytes(), shard.appliedOffset() + 1, written.toEpochMilli());
  }

  private List<Double> values() {
    return ShardFixture.read(new ShardReader(shard), ShardFixture.ALL, ShardFixture.ALWAYS)
        .values()
        .stream()
        .flatMap(points -> points.values().stream())
        .toList();
  }

  private void leap(Duration by) {
    wall.advance(by);
  }

  private void pass(Duration time) {
    wall.advance(time);
    nanos.addAndGet(time.toNanos());
  }
}
