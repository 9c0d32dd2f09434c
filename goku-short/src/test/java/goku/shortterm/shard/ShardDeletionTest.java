package goku.shortterm.shard;

import static goku.shortterm.shard.ShardFixture.ALL;
import static goku.shortterm.shard.ShardFixture.ALWAYS;
import static goku.shortterm.shard.ShardFixture.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.NameKind;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Resolution;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ShardDeletionTest {
  private static final long NOW = START.toEpochMilli();
  private static final long MIB = 1 << 20;
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final SeriesFilter CPU = new SeriesFilter("cpu", List.of(), false);

  @Test
  void takesTheRangeOnlyAndNotTheWholeHours() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      for (int minute = 0; minute < 600; minute++) {
        fixture.add("cpu host=a", NOW - minute * 60_000L, minute);
      }
      fixture.send();
      fixture.delete(CPU, new TimeRange(NOW - 400 * 60_000L, NOW - 100 * 60_000L));
      var left = fixture.readAll().getOrDefault("cpu host=a", Map.of());
      assertThat(left).hasSize(299).containsEntry(NOW - 99 * 60_000L, 99.0);
      assertThat(left).containsEntry(NOW - 401 * 60_000L, 401.0);
      assertThat(left).doesNotContainKeys(NOW - 400 * 60_000L, NOW - 100 * 60_000L);
      assertThat(fixture.counted("goku.short.datapoints.deleted")).isEqualTo(301);
    }
  }

  @Test
  void takesOnlySeriesThatMatch() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      for (String name : List.of("cpu", "cpu host=a", "cpu dc=x host=a", "cpu host=b", "mem")) {
        fixture.put(name, NOW, 1);
      }
      var hostA = new TagFilter.LiteralOr("host", Set.of("a"), false, false, true);
      fixture.delete(new SeriesFilter("cpu", List.of(hostA), true), ALWAYS);
      assertThat(fixture.readAll()).containsOnlyKeys("cpu", "cpu dc=x host=a", "cpu host=b", "mem");
      fixture.delete(new SeriesFilter("cpu", List.of(hostA), false), ALWAYS);
      assertThat(fixture.readAll()).containsOnlyKeys("cpu", "cpu host=b", "mem");
      fixture.delete(new SeriesFilter("cpu", List.of(new TagFilter.NotKey("host")), false), ALWAYS);
      assertThat(fixture.readAll()).containsOnlyKeys("cpu host=b", "mem");
    }
  }

  @Test
  void seriesWithoutDataLeaveTheIndexAtOnceAndTheirBytesAreFree() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.put("mem", NOW, 1);
      long streams = fixture.memory.use().bytes(Purpose.STREAMS);
      long slabs = fixture.memory.pool().usedBytes();
      for (int i = 0; i < 5000; i++) {
        fixture.add("cpu host=" + i, NOW, i);
        fixture.add("cpu host=" + i, NOW - 12 * HOUR, i);
      }
      fixture.send();
      fixture.delete(CPU, new TimeRange(NOW - HOUR, NOW));
      assertThat(fixture.shard.index().size()).isEqualTo(5001);
      fixture.delete(CPU, new TimeRange(0, NOW - HOUR));
      assertThat(fixture.shard.index().size()).isEqualTo(1);
      assertThat(fixture.reader.knows(NameKind.METRIC, "cpu")).isFalse();
      assertThat(fixture.reader.knows(NameKind.TAG_KEY, "host")).isFalse();
      assertThat(fixture.reader.suggest(NameKind.TAG_VALUE, "", 10)).isEmpty();
      assertThat(fixture.memory.use().bytes(Purpose.STREAMS)).isEqualTo(streams);
      assertThat(fixture.shard.buckets().count()).as("the emptied one is gone").isEqualTo(1);
      assertThat(fixture.memory.pool().usedBytes()).isLessThan(slabs + 16 * SlabPool.SLAB_BYTES);
    }
  }

  @Test
  void appliesToWhatCameBeforeItAndNotToWhatComesAfter() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.put("cpu", NOW, 1);
      fixture.delete(CPU, ALWAYS);
      fixture.put("cpu", NOW, 2);
      assertThat(fixture.readAll()).isEqualTo(Map.of("cpu", Map.of(NOW, 2.0)));
    }
  }

  @Test
  void whatALongDeleteHasYetToVisitIsVisitedBeforeItGetsNewData() {
    var nanos = new AtomicLong();
    try (var fixture =
        new ShardFixture(64 * MIB, () -> nanos.addAndGet(Duration.ofMillis(20).toNanos()))) {
      for (int i = 0; i < 1000; i++) {
        fixture.add("cpu host=" + i, NOW, i);
        fixture.add("cpu host=" + i, NOW - 12 * HOUR, i);
      }
      fixture.send();
      fixture.beginToDelete(CPU, new TimeRange(NOW - HOUR, NOW));
      assertThat(fixture.isDeleting()).isTrue();
      fixture.put("cpu host=999", NOW, -1);
      fixture.put("cpu host=new", NOW, -2);
      assertThat(fixture.isDeleting()).isTrue();
      fixture.finishDeletes();
      var found = fixture.read(CPU, new TimeRange(NOW - HOUR, NOW));
      assertThat(found)
          .isEqualTo(Map.of("cpu host=999", Map.of(NOW, -1.0), "cpu host=new", Map.of(NOW, -2.0)));
      assertThat(fixture.shard.index().size()).isEqualTo(1001);
    }
  }

  @Test
  void nothingExpiresInTheMiddleOfALongDeleteAndAllDoesAfterwards() {
    var nanos = new AtomicLong();
    try (var fixture =
        new ShardFixture(64 * MIB, () -> nanos.addAndGet(Duration.ofMillis(20).toNanos()))) {
      for (int i = 0; i < 100; i++) {
        fixture.add("cpu host=" + i, NOW - 23 * HOUR, i);
      }
      fixture.put("mem", NOW - 23 * HOUR, 1);
      fixture.beginToDelete(CPU, ALWAYS);
      fixture.clock.advance(Duration.ofHours(4));
      fixture.shard.tick(0);
      assertThat(fixture.readAll()).containsKey("mem");
      fixture.finishDeletes();
      for (int tick = 0; tick < 8; tick++) { // with this clock each has time for a few series
        fixture.shard.tick(0);
      }
      assertThat(fixture.readAll()).isEmpty();
      assertThat(fixture.shard.index().size()).isZero();
    }
  }

  @Test
  void aSeriesThatLostItsNewestDataGoesWhenTheRestExpires() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.put("cpu", NOW, 1);
      fixture.put("cpu", NOW - 23 * HOUR, 1);
      fixture.delete(CPU, new TimeRange(NOW, NOW));
      assertThat(fixture.shard.index().size()).isEqualTo(1);
      fixture.clock.advance(Duration.ofHours(4));
      fixture.shard.tick(0);
      assertThat(fixture.shard.index().size()).isZero();
    }
  }

  @Test
  void whoWaitsIsWokenWhenAllOfALongDeleteIsDone() throws Exception {
    var nanos = new AtomicLong();
    try (var fixture =
        new ShardFixture(64 * MIB, () -> nanos.addAndGet(Duration.ofMillis(20).toNanos()))) {
      for (int i = 0; i < 100; i++) {
        fixture.add("cpu host=" + i, NOW, i);
      }
      fixture.send();
      fixture.beginToDelete(CPU, ALWAYS);
      long offset = fixture.shard.appliedOffset();
      assertThat(fixture.shard.awaitApplied(offset - 1, Duration.ZERO)).isTrue();
      assertThat(fixture.shard.awaitApplied(offset, Duration.ofMillis(1))).isFalse();
      var seen =
          CompletableFuture.supplyAsync(
              () -> {
                assertThat(fixture.hasApplied(offset, PATIENCE)).isTrue();
                return fixture.readAll();
              });
      fixture.finishDeletes();
      assertThat(seen.join()).isEmpty();
    }
  }

  @Test
  void whoWaitsIsToldWhenTheShardCloses() {
    var fixture = new ShardFixture(64 * MIB);
    var waiting = CompletableFuture.supplyAsync(() -> fixture.hasApplied(7, PATIENCE));
    fixture.close();
    assertThat(waiting.join()).isFalse();
  }

  @Test
  void aPinnedReaderKeepsWhatItFound() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      for (int i = 0; i < 1000; i++) {
        fixture.add("cpu", NOW - i * 1000L, i);
      }
      fixture.send();
      long before = fixture.memory.use().bytes(Purpose.STREAMS);
      try (var selection = fixture.reader.select(CPU, ALWAYS, Resolution.RAW)) {
        var points = new PointBuffer();
        selection.reader().read(0, points);
        assertThat(points.size()).isEqualTo(1000);
        fixture.delete(CPU, ALWAYS);
        assertThat(fixture.readAll()).isEmpty();
        assertThat(fixture.memory.use().bytes(Purpose.STREAMS)).isEqualTo(before);
        assertThat(selection.metric(0)).isEqualTo("cpu");
      }
      fixture.shard.tick(0);
      assertThat(fixture.memory.use().bytes(Purpose.STREAMS)).isZero();
    }
  }

  @Test
  void worksWithoutAnyFreeMemoryAndKeepsTheBudgetAfterwards() {
    long budget = 4L * SlabPool.SLAB_BYTES;
    try (var fixture = new ShardFixture(budget)) {
      int series = 0;
      while (fixture.memory.pool().availableBytes() > 0) {
        fixture.add("cpu host=" + series, NOW - HOUR / 2, 1);
        fixture.put("cpu host=" + series++, NOW, 2);
      }
      try (var selection = fixture.reader.select(CPU, ALWAYS, Resolution.RAW)) {
        assertThat(selection.size()).isGreaterThan(1000);
        fixture.delete(CPU, new TimeRange(NOW, NOW));
        assertThat(fixture.memory.pool().usedBytes()).isGreaterThan(budget);
      }
      fixture.shard.tick(0);
      assertThat(countAt(fixture, NOW)).isZero();
      assertThat(countAt(fixture, NOW - HOUR / 2)).isGreaterThan(1000);
      fixture.delete(CPU, ALWAYS);
      fixture.clock.advance(Duration.ofSeconds(2));
      fixture.put("cpu", NOW, 3);
      assertThat(fixture.readAll()).isEqualTo(Map.of("cpu", new TreeMap<>(Map.of(NOW, 3.0))));
      assertThat(fixture.memory.pool().usedBytes()).isLessThanOrEqualTo(budget);
    }
  }

  @Test
  void aBrokenDeleteIsCountedAndLeftOut() {
    try (var fixture = new ShardFixture(64 * MIB)) {
      fixture.put("cpu", NOW, 1);
      byte[] whole = DeleteWriter.write(new DeleteRecord("cpu", List.of(), false, ALWAYS));
      fixture.shard.apply(Arrays.copyOf(whole, whole.length - 1), 1, NOW);
      fixture.shard.apply("Drop everything".getBytes(UTF_8), 2, NOW);
      assertThat(fixture.readAll()).hasSize(1);
      assertThat(fixture.counted("goku.short.batches.corrupt")).isEqualTo(2);
      fixture.shard.apply(whole, 3, NOW);
      fixture.finishDeletes();
      assertThat(fixture.read(ALL, ALWAYS)).isEmpty();
      assertThat(fixture.counted("goku.short.deletes")).isEqualTo(1);
    }
  }

  private static long countAt(ShardFixture fixture, long timestampMillis) {
    var found = fixture.read(CPU, new TimeRange(timestampMillis, timestampMillis));
    return found.values().stream().filter(points -> !points.isEmpty()).count();
  }
}
