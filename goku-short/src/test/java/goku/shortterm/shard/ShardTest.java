package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.ALL;
import static goku.shortterm.shard.ShardFixture.START;
import static goku.shortterm.shard.ShardFixture.TTL;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.batch.BatchWriter;
import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.TagTerms;
import goku.rpc.ShardUnavailableException;
import goku.shortterm.bucket.Bucket;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.StartPoint;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ShardTest {
  private static final long NOW = START.toEpochMilli();
  private static final long MIB = 1 << 20;

  @Test
  void shuffledArrivalsOfFourHoursEqualSortedInput() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 3 * 1440; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(4));
    var wanted = new TreeMap<String, TreeMap<Long, Double>>();
    try (var fixture = new ShardFixture(64 * MIB)) {
      for (int i : order) {
        String name = "cpu host=" + i % 3;
        long timestamp = NOW - i / 3 * 10_000L - (i % 3 == 1 ? 7 : 0);
        fixture.add(name, timestamp, i);
        wanted.computeIfAbsent(name, k -> new TreeMap<>()).put(timestamp, (double) i);
        if (i % 7 == 0) {
          fixture.send();
        }
      }
      fixture.send();
      assertThat(fixture.readAll()).isEqualTo(wanted);
      assertThat(fixture.counted("goku.short.datapoints.applied")).isEqualTo(order.size());
    }
  }

  @Test
  void lastArrivalOfATimestampWins() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.put("cpu", NOW, 1);
      fixture.put("cpu", NOW - 60_000, 2);
      fixture.put("cpu", NOW, 3);
      fixture.add("cpu", NOW - 60_000, 4);
      fixture.add("cpu", NOW - 60_000, 5);
      fixture.send();
      assertThat(fixture.readAll())
          .isEqualTo(Map.of("cpu", new TreeMap<>(Map.of(NOW, 3.0, NOW - 60_000, 5.0))));
    }
  }

  @Test
  void snapshotsStateTheEpochOfTheLeaderOnceAllNodesReadIt() {
    var isRead = new AtomicBoolean();
    var output =
        new NoFiles() {
          @Override
          public boolean statesEpoch() {
            return isRead.get();
          }
        };
    try (var fixture = new ShardFixture(64 * MIB, System::nanoTime, Runnable::run, output)) {
      fixture.shard.epochs().read(0, 0, 5);
      fixture.put("cpu", NOW, 1);
      assertThat(leaderEpoch(fixture)).isEqualTo(-1);
      isRead.set(true);
      assertThat(leaderEpoch(fixture)).isEqualTo(5);
    }
  }

  private static int leaderEpoch(ShardFixture fixture) {
    return fixture.shard.capture().state().orElseThrow().log().leaderEpoch();
  }

  @Test
  void theHashOfANameFindsItsSeries() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      for (int i = 0; i < 5000; i++) {
        fixture.add("cpu host=" + i, NOW, i);
      }
      fixture.send();
      var range = new TimeRange(NOW, NOW);
      for (String host : List.of("0", "2047", "4999")) {
        String name = "cpu host=" + host;
        var filter =
            SeriesFilter.ofNameHashes(
                Set.of(SeriesName.ofCanonical(name.getBytes(UTF_8)).hash(), 17L));
        assertThat(fixture.read(filter, range))
            .isEqualTo(Map.of(name, Map.of(NOW, Double.valueOf(host))));
      }
    }
  }

  @Test
  void rangeIsInclusiveAtBothEndsAndCrossesBuckets() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      long edge = START.truncatedTo(ChronoUnit.HOURS).toEpochMilli() - 3600_000;
      for (int i = -3; i <= 3; i++) {
        fixture.add("cpu", edge + i * 1000L, i);
      }
      fixture.send();
      assertThat(fixture.shard.buckets().count()).isEqualTo(2);
      var range = new TimeRange(edge - 2000, edge + 1000);
      assertThat(fixture.read(ALL, range).getOrDefault("cpu", Map.of()).values())
          .containsExactly(-2.0, -1.0, 0.0, 1.0);
      assertThat(
              fixture.read(ALL, new TimeRange(edge + 1, edge + 999)).getOrDefault("cpu", Map.of()))
          .isEmpty();
      assertThat(fixture.read(ALL, new TimeRange(0, edge - 7_200_001))).isEmpty();
    }
  }

  @Test
  void expiredAndFutureDatapointsAreRefusedAndCounted() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      long oldest = Bucket.numberOf(NOW - TTL.toMillis()) * Tier.MEMORY_BUCKET.toMillis();
      fixture.put("cpu", oldest - 1, 1);
      fixture.put("cpu", NOW + Duration.ofHours(4).toMillis(), 1);
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.shard.index().knows(NameKind.METRIC, "cpu")).isFalse();
      fixture.put("cpu", oldest, 1);
      fixture.put("cpu", NOW + Duration.ofHours(2).toMillis(), 2);
      assertThat(fixture.readAll().getOrDefault("cpu", Map.of())).hasSize(2);
      assertThat(fixture.refused(RejectReason.EXPIRED)).isEqualTo(1);
      assertThat(fixture.refused(RejectReason.FUTURE)).isEqualTo(1);
    }
  }

  @Test
  void memoryIsFlatOverFortyEightHours() {
    try (var fixture = new ShardFixture(64 * MIB, ShardFixture.NO_HURRY)) {
      List<Long> slabs = new ArrayList<>();
      int slots = 0;
      for (int minute = 0; minute < 48 * 60; minute++) {
        long now = fixture.clock.millis();
        for (int i = 0; i < 40; i++) {
          fixture.add("cpu host=always" + i, now, minute + i * 0.1);
          fixture.add("cpu host=hour%d-%d".formatted(minute / 60, i), now, i);
        }
        fixture.send();
        fixture.clock.advance(Duration.ofMinutes(1));
        if (minute % 60 == 0 && minute >= 30 * 60) {
          slabs.add(fixture.memory.use().total());
          slots = slots == 0 ? fixture.shard.index().slotLimit() : slots;
        }
      }
      assertThat(Collections.max(slabs)).isLessThan(Collections.min(slabs) * 115 / 100);
      assertThat(fixture.shard.index().slotLimit()).isLessThanOrEqualTo(slots + 80);
      assertThat(fixture.shard.buckets().count()).isBetween(12, 14);
      fixture.clock.advance(Duration.ofHours(27));
      for (int i = 0; i < 3; i++) {
        fixture.shard.tick(0);
      }
      assertThat(fixture.shard.buckets().count()).isZero();
      assertThat(fixture.shard.index().size()).isZero();
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.shard.index().suggest(NameKind.TAG_VALUE, "", 10)).isEmpty();
    }
  }

  @Test
  void selectionKeepsItsDataWhileTheBucketExpires() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.put("cpu host=a", NOW, 42);
      try (var selection = fixture.reader.select(ALL, new TimeRange(NOW, NOW), Resolution.RAW)) {
        fixture.clock.advance(Duration.ofHours(27));
        for (int i = 0; i < 100; i++) {
          fixture.put("mem host=b" + i, fixture.clock.millis(), i);
        }
        assertThat(fixture.shard.index().knows(NameKind.METRIC, "cpu")).isFalse();
        var points = new PointBuffer();
        selection.reader().read(0, points);
        assertThat(points.values()[0]).isEqualTo(42);
        assertThat(selection.metric(0)).isEqualTo("cpu");
        var terms = new TagTerms(selection);
        terms.load(0);
        assertThat(selection.tag(terms.get(0)).value()).isEqualTo("a");
      }
      fixture.shard.tick(0);
    }
  }

  @Test
  void closedShardFreesItsMemoryWhenTheLastReaderHasGone() {
    var fixture = new ShardFixture(64 * MIB);
    fixture.put("cpu host=a", NOW, 42);
    var selection = fixture.reader.select(ALL, new TimeRange(NOW, NOW), Resolution.RAW);
    fixture.shard.close();
    assertThat(fixture.memory.pool().usedBytes()).isPositive();
    assertThat(selection.metric(0)).isEqualTo("cpu");
    selection.close();
    assertThat(fixture.memory.pool().usedBytes()).isZero();
    fixture.memory.close();
  }

  @Test
  void closedShardSaysSoInsteadOfAnsweringThatThereIsNothing() {
    var fixture = new ShardFixture(64 * MIB);
    fixture.put("cpu host=a", NOW, 42);
    fixture.shard.close();
    assertThatThrownBy(fixture::readAll).isInstanceOf(ShardUnavailableException.class);
    assertThatThrownBy(() -> fixture.reader.knows(NameKind.METRIC, "cpu"))
        .isInstanceOf(ShardUnavailableException.class);
    assertThatThrownBy(() -> fixture.reader.suggest(NameKind.METRIC, "", 5))
        .isInstanceOf(ShardUnavailableException.class);
    fixture.memory.close();
  }

  @Test
  void withoutSpaceItStandsStillInABatchAndGoesOnOnceThereIsSome() {
    var elapsed = new AtomicLong();
    try (var fixture = new ShardFixture(8L * SlabPool.SLAB_BYTES, elapsed::get)) {
      var other = new Blocks(fixture.memory.pool(), fixture.memory.use());
      for (int i = 0; i < 7; i++) {
        assertThat(other.allocate(Blocks.MAX_BLOCK_BYTES, Purpose.NAMES)).isPositive();
      }
      int batches = 0;
      while (!fixture.shard.isStalled()) {
        for (int host = 0; host < 100; host++) {
          fixture.add("cpu host=%d-%d".formatted(batches, host), NOW + batches, batches);
          fixture.add("cpu host=%d-%d".formatted(batches, host), NOW - batches, batches);
        }
        fixture.send();
        batches++;
      }
      assertThat(fixture.shard.appliedOffset()).as("before the batch").isEqualTo(batches - 2);
      assertThat(fixture.shard.complaint())
          .get(InstanceOfAssertFactories.STRING)
          .contains("STALLED at offset " + (batches - 1), "memory-budget", "Nothing is lost");
      assertThat(fixture.registry.get("goku.short.stalled").gauge().value()).isEqualTo(1);
      assertThatThrownBy(() -> fixture.put("cpu", NOW, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stands still");
      other.close();
      fixture.shard.proceed();
      assertThat(fixture.shard.isStalled()).as("tries once a second").isTrue();
      elapsed.addAndGet(Duration.ofSeconds(1).toNanos());
      fixture.shard.proceed();
      assertThat(fixture.shard.complaint()).isEmpty();
      assertThat(fixture.shard.appliedOffset()).isEqualTo(batches - 1);
      assertThat(fixture.counted("goku.short.datapoints.applied")).isEqualTo(batches * 200);
      Map<String, Map<Long, Double>> all = fixture.readAll();
      assertThat(all).hasSize(batches * 100);
      for (int i = 1; i < batches; i++) {
        assertThat(all.getOrDefault("cpu host=%d-%d".formatted(i, 99), Map.of()))
            .isEqualTo(Map.of(NOW - i, (double) i, NOW + i, (double) i));
      }
    }
  }

  @Test
  void aBatchThatWaitedIsJudgedByWhatIsKeptWhenItGoesOn() {
    var elapsed = new AtomicLong();
    try (var fixture = new ShardFixture(4L * SlabPool.SLAB_BYTES, elapsed::get)) {
      int sent = 0;
      while (!fixture.shard.isStalled()) {
        fixture.put("cpu host=" + sent % 1000, NOW + sent, sent * 0.1);
        sent++;
      }
      fixture.clock.advance(Duration.ofHours(27));
      fixture.shard.tick(0);
      elapsed.addAndGet(Duration.ofSeconds(1).toNanos());
      fixture.shard.proceed();
      assertThat(fixture.shard.complaint()).isEmpty();
      assertThat(fixture.refused(RejectReason.EXPIRED)).isEqualTo(1);
      fixture.put("cpu host=new", fixture.clock.millis(), 1);
      assertThat(fixture.readAll()).containsOnlyKeys("cpu host=new");
    }
  }

  @Test
  void offsetsThatWereAppliedArePassedOver() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      var start = new StartPoint(LogRange.UNKNOWN, 9, 9, false, false, Holes.NONE);
      fixture.shard.restored(Optional.empty(), start, Collections.emptySortedMap());
      fixture.shard.apply(batch("cpu", NOW, 1), 10, NOW);
      fixture.shard.apply(batch("cpu", NOW, 2), 10, NOW);
      fixture.shard.apply(batch("cpu", NOW, 3), 9, NOW);
      assertThat(fixture.readAll().getOrDefault("cpu", Map.of())).containsOnly(Map.entry(NOW, 1.0));
      assertThat(fixture.counted("goku.short.batches.repeated")).isEqualTo(2);
      fixture.shard.apply(batch("cpu", NOW, 4), 13, NOW);
      assertThat(fixture.counted("goku.short.offsets.missing")).isEqualTo(2);
      assertThat(fixture.shard.appliedOffset()).isEqualTo(13);
    }
  }

  @Test
  void brokenBatchIsCountedAndNothingOfItIsStored() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      byte[] whole = batch("cpu", NOW, 1);
      fixture.shard.apply(Arrays.copyOf(whole, whole.length - 1), 0, NOW);
      fixture.shard.apply(batch("mem", NOW, 2), 1, NOW);
      fixture.shard.apply(batch("broken name", NOW, 2), 2, NOW);
      assertThat(fixture.readAll()).containsOnlyKeys("mem");
      assertThat(fixture.counted("goku.short.batches.corrupt")).isEqualTo(1);
      assertThat(fixture.refused(RejectReason.NAME)).isEqualTo(1);
      assertThat(fixture.shard.appliedOffset()).isEqualTo(2);
    }
  }

  @Test
  void whatAnotherVersionWroteIsWaitedForInsteadOfLeftOut() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.shard.apply(batch("cpu", NOW, 1), 0, NOW);
      byte[] newer = batch("mem", NOW, 2);
      newer[1] = Byte.MAX_VALUE; // the version
      assertThatThrownBy(() -> fixture.shard.apply(newer, 1, NOW))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stops before offset 1")
          .hasMessageContaining("once this node is of that version")
          .hasMessageContaining("version 127");
      assertThat(fixture.shard.appliedOffset()).isZero();
      assertThat(fixture.counted("goku.short.batches.corrupt")).isZero();
    }
  }

  private static byte[] batch(String name, long timestampMillis, double value) {
    var writer = new BatchWriter();
    byte[] bytes = name.getBytes(UTF_8);
    writer.add(SeriesName.ofCanonical(bytes), timestampMillis, value);
    return writer.toBytes();
  }
}
