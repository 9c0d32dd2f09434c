package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.index.IndexLimits;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Tier;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.node.NodeResources;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A namespace whose times change while its shards are open.
class KeptTimeTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration WINDOW = Tier.MEMORY_BUCKET;

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock(START);
  private Duration wanted = DAY;
  private final KeptTime kept = new KeptTime(() -> wanted, clock);

  @Test
  void aLongerTimeCountsAtOnce() {
    wanted = DAY.multipliedBy(2);
    assertThat(kept.get()).isEqualTo(DAY.multipliedBy(2));
  }

  @Test
  void aShorterTimeCountsWhenAllRootsHaveHeardOfIt() {
    wanted = Duration.ofHours(6);
    assertThat(kept.get()).isEqualTo(DAY);
    clock.advance(KeptTime.GRACE.minusMillis(1));
    assertThat(kept.get()).isEqualTo(DAY);
    clock.advance(Duration.ofMillis(1));
    assertThat(kept.get()).isEqualTo(Duration.ofHours(6));
  }

  @Test
  void aTimeThatWasShorterForAMomentOnlyChangesNothing() {
    wanted = Duration.ofHours(6);
    assertThat(kept.get()).isEqualTo(DAY);
    wanted = DAY;
    assertThat(kept.get()).isEqualTo(DAY);
    wanted = Duration.ofHours(6);
    clock.advance(KeptTime.GRACE);
    assertThat(kept.get()).isEqualTo(DAY);
  }

  @Test
  void anOpenShardDropsWhatAShorterTimeDoesNotCoverAndDoesNotTakeItBack() {
    try (var memory = new LeakCheck(64 << 20);
        var open = shard(memory)) {
      put(open, START.minus(Duration.ofHours(20)).toEpochMilli());
      put(open, START.minus(Duration.ofHours(1)).toEpochMilli());
      open.tick(0);
      assertThat(open.buckets().count()).isEqualTo(2);
      assertThat(open.heldFromMillis()).isEqualTo(Long.MIN_VALUE);

      wanted = Duration.ofHours(6);
      open.tick(0);
      clock.advance(KeptTime.GRACE);
      open.tick(0);
      assertThat(open.buckets().count()).isEqualTo(1);
      long first = START.minus(Duration.ofHours(6)).toEpochMilli();
      long firstWindow = Math.floorDiv(first, WINDOW.toMillis()) * WINDOW.toMillis();
      assertThat(open.heldFromMillis()).isEqualTo(firstWindow);

      wanted = DAY;
      put(open, START.minus(Duration.ofHours(20)).toEpochMilli());
      assertThat(open.buckets().count()).as("buckets after a drop").isEqualTo(1);
      assertThat(open.heldFromMillis()).isEqualTo(firstWindow);
    }
  }

  @Test
  void anOpenShardThatHasDroppedNothingTakesWhatALongerTimeCovers() {
    shorten(Duration.ofHours(6));
    try (var memory = new LeakCheck(64 << 20);
        var open = shard(memory)) {
      put(open, START.minus(Duration.ofHours(1)).toEpochMilli());
      open.tick(0);
      wanted = DAY;
      put(open, START.minus(Duration.ofHours(20)).toEpochMilli());
      assertThat(open.buckets().count()).isEqualTo(2);
    }
  }

  /// An ingestor accepted them by the time of then, and the log is applied again.
  @Test
  void aShardTakesForTheTiersWhatAShorterTimeDoesNotCoverIfItHasNotDroppedIt() {
    shorten(Duration.ofHours(6));
    try (var memory = new LeakCheck(64 << 20);
        var open = shard(memory, new DirectoryOutput(directory, true));
        var inMemoryOnly = shard(memory)) {
      put(open, START.minus(Duration.ofHours(20)).toEpochMilli());
      assertThat(open.buckets().count()).isEqualTo(1);
      put(inMemoryOnly, START.minus(Duration.ofHours(20)).toEpochMilli());
      assertThat(inMemoryOnly.buckets().count()).isZero();
    }
  }

  @Test
  void aLongerBackfillMovesTheBeginOfAnOpenShardAndAShorterOneDoesNot() {
    try (var memory = new LeakCheck(64 << 20);
        var open = shard(memory)) {
      List<Duration> backfill = new ArrayList<>(List.of(Duration.ofHours(2)));
      open.followBackfill(backfill::getLast);
      open.tick(0);
      long began = open.beganMillis();
      backfill.add(Duration.ofHours(10));
      assertThat(open.beganMillis()).isEqualTo(began - Duration.ofHours(8).toMillis());
      backfill.add(Duration.ofHours(2));
      assertThat(open.beganMillis()).isEqualTo(began - Duration.ofHours(8).toMillis());
    }
  }

  @Test
  void aChangedBackfillMovesTheFinalizationOfOpenShards() {
    List<Duration> backfill = new ArrayList<>(List.of(Duration.ofHours(4)));
    List<Long> asked = new ArrayList<>();
    var finalization =
        new FinalizationClock(
            3, backfill::getLast, false, (shard, key, value) -> asked.add(START.toEpochMilli()));
    long end = START.minus(Duration.ofHours(1)).toEpochMilli();
    FinalizationClock.Due due = (before, evenEmpty) -> dueIf(end <= before, end);
    finalization.tick(START.toEpochMilli(), due);
    assertThat(asked).isEmpty();
    backfill.add(Duration.ofMinutes(30));
    finalization.tick(START.toEpochMilli(), due);
    assertThat(asked).hasSize(1);
  }

  private void shorten(Duration to) {
    wanted = to;
    assertThat(kept.get()).isEqualTo(DAY);
    clock.advance(KeptTime.GRACE);
    assertThat(kept.get()).isEqualTo(to);
  }

  private static SortedSet<Long> dueIf(boolean isDue, long end) {
    return isDue ? new TreeSet<>(List.of(end)) : new TreeSet<>();
  }

  private Shard shard(LeakCheck memory) {
    return shard(memory, new NoFiles());
  }

  private Shard shard(LeakCheck memory, BucketOutput output) {
    var node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            clock,
            new SimpleMeterRegistry(),
            Runnable::run,
            System::nanoTime);
    return new Shard(new ShardId("ns", 3), kept, node, output);
  }

  private void put(Shard shard, long timestampMillis) {
    var batch = new BatchWriter();
    byte[] name = "cpu".getBytes(UTF_8);
    batch.add(SeriesName.ofCanonical(name), timestampMillis, 1);
    shard.apply(batch.toBytes(), shard.appliedOffset() + 1, clock.millis());
  }
}
