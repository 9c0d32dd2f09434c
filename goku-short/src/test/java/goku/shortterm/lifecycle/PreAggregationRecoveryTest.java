package goku.shortterm.lifecycle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.format.finalize.FinalizeRecord;
import goku.model.PreAggregation;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import goku.shortterm.preaggregation.Asked;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A shard with a rule that is killed in the middle of its log, and comes back from a snapshot,
/// from files and by replaying what it had applied before.
class PreAggregationRecoveryTest {
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final long MINUTE = 60_000;
  private static final int RECORDS = 240;
  private static final List<PreAggregation> RULES =
      List.of(new PreAggregation("cpu", List.of("dc"), Duration.ofMinutes(1)));

  @TempDir private Path directory;

  @Test
  void cellsHoldWhatTheSeriesDoAfterAKillAndAReplay() throws Exception {
    List<byte[]> log = log();
    try (var life = new Life(directory)) {
      follow(life.shard);
      life.replay(log, RECORDS / 3); // and closes, so there is a snapshot
      settle(life.shard);
      assertSame(life.shard);
    }
    var killed = new Life(directory);
    follow(killed.shard);
    killed.replay(log, RECORDS * 2 / 3);
    settle(killed.shard);
    assertSame(killed.shard);
    killed.kill();
    try (var life = new Life(directory)) {
      follow(life.shard);
      life.replay(log, RECORDS / 2);
      assertSame(life.shard); // built or not
      life.replay(log, RECORDS);
      settle(life.shard);
      assertSame(life.shard);
      Asked asked = asked().by(Aggregator.ZIMSUM);
      assertThat(asked.of(new ShardReader(life.shard)).isFromCells()).isTrue();
    }
  }

  private static void follow(Shard shard) {
    shard.preAggregates().follow(() -> RULES, 100);
  }

  private static void settle(Shard shard) {
    shard.tick(0);
    while (!shard.preAggregates().isSettled()) {
      shard.proceed();
      Thread.onSpinWait();
    }
  }

  private static Asked asked() {
    return Asked.sumByDc().every(1, Aggregator.SUM).over(NOW - 200 * MINUTE, NOW);
  }

  private static void assertSame(Shard shard) {
    var reader = new ShardReader(shard);
    for (Aggregator aggregator :
        List.of(Aggregator.SUM, Aggregator.ZIMSUM, Aggregator.COUNT, Aggregator.MIMMAX)) {
      Asked asked = asked().by(aggregator);
      Asked.Answer ofSeries = asked.ofSeries(reader);
      assertThat(ofSeries.groups()).isNotEmpty();
      asked.assertSame(asked.of(reader), ofSeries);
    }
  }

  /// A minute of all hosts each, with late and repeated datapoints, a delete and finalizations.
  private static List<byte[]> log() {
    var random = new Random(7);
    List<byte[]> log = new ArrayList<>();
    for (int record = 0; record < RECORDS; record++) {
      long time = NOW - (RECORDS - record) * MINUTE;
      log.add(
          switch (record) {
            case 60, 150 -> new FinalizeRecord(time - 30 * MINUTE).toBytes();
            case 100 ->
                DeleteWriter.write(
                    new DeleteRecord(
                        "cpu", List.of(), false, new TimeRange(time - 9 * MINUTE, time - MINUTE)));
            default -> batch(random, time);
          });
    }
    return log;
  }

  private static byte[] batch(Random random, long time) {
    var batch = new BatchWriter();
    for (int host = 0; host < 12; host++) {
      long late = random.nextInt(10) == 0 ? random.nextInt(60) * MINUTE : 0;
      add(batch, host, time - late, random.nextInt(100));
      if (random.nextInt(10) == 0) {
        add(batch, host, time - late, random.nextInt(100));
      }
    }
    return batch.toBytes();
  }

  private static void add(BatchWriter batch, int host, long time, double value) {
    byte[] name = "cpu dc=dc%d host=h%d".formatted(host % 2, host).getBytes(UTF_8);
    batch.add(SeriesName.ofCanonical(name), time, value);
  }
}
