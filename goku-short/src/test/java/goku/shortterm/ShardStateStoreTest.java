package goku.shortterm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchLayout;
import goku.format.batch.BatchWriter;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotReader;
import goku.index.IndexLimits;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.log.UncomparedLog;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.shard.NoCopies;
import goku.shortterm.shard.NoFiles;
import goku.shortterm.shard.Shard;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.ManualClock;
import goku.testkit.memory.LeakCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardStateStoreTest {
  private static final long START = ShardFixture.START.toEpochMilli();
  private static final TopicPartition PARTITION = new TopicPartition("goku-ns", 3);
  private static final ShardId ID = new ShardId("ns", 3);
  private static final int SHARDS = 4;

  private final ShardRegistry registry = new ShardRegistry();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<FinalizeRecord> asked = new ArrayList<>();
  private final ManualClock clock = new ManualClock(ShardFixture.START);

  /// The first offset of the log of the stores.
  private long logStart;

  @TempDir private Path directory;

  private ShardStateStore newStore(LeakCheck memory) {
    var node =
        new NodeResources(
            memory.pool(),
            memory.use(),
            IndexLimits.NONE,
            clock,
            meters,
            Runnable::run,
            System::nanoTime);
    return new ShardStateStore(
        "shard", registry, number -> number >= SHARDS, number -> open(number, node));
  }

  /// Opens a shard with its newest snapshot.
  private ShardLifecycle open(int number, NodeResources node) {
    var copies = new NoCopies();
    try {
      var files = new ShardFiles(directory.resolve(Integer.toString(number)), meters);
      Optional<SnapshotInfo> newest = Optional.empty();
      for (Path snapshot : files.snapshots().reversed()) {
        newest = Optional.of(SnapshotReader.info(snapshot));
      }
      var shard = new Shard(new ShardId("ns", number), ShardFixture.TTL, node, new NoFiles());
      var clock =
          new FinalizationClock(
              number,
              () -> Duration.ofHours(2),
              false,
              (partition, key, value) -> asked.add(FinalizeRecord.read(value)));
      return new ShardLifecycle(
          shard, node, files, copies, clock, UncomparedLog.plan(newest, logStart), Runnable::run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void restoreAndProcessingTogetherApplyEveryBatchOnce() {
    try (var memory = new LeakCheck(16 << 20)) {
      logStart = 100;
      var store = newStore(memory);
      var context = new RestoreContext(3);
      store.init(context, store);
      assertThat(store.committedOffset(PARTITION)).isNull();
      context.restore(records(100, 160));
      context.restore(records(160, 200));
      for (long offset = 190; offset < 220; offset++) {
        store.consume(batch(offset), offset, START);
      }
      assertThat(stored()).isEqualTo(LongStream.range(100, 220).boxed().toList());
      assertThat(meters.get("goku.short.datapoints.applied").counter().count()).isEqualTo(120);
      assertThat(meters.get("goku.short.batches.repeated").counter().count()).isEqualTo(10);
      assertThat(meters.get("goku.short.offsets.missing").counter().count()).isZero();
      store.close();
    }
  }

  @Test
  void storeOfAPartitionBeyondTheShardsIgnoresItsRecords() {
    try (var memory = new LeakCheck(16 << 20)) {
      var store = newStore(memory);
      var context = new RestoreContext(SHARDS);
      store.init(context, store);
      assertThat(store.isOpen()).isTrue();
      assertThat(store.committedOffset(new TopicPartition("goku-ns", SHARDS))).isNull();
      context.restore(records(0, 10));
      store.consume(batch(10), 10, START);
      store.tick();
      store.proceed();
      assertThat(registry.ids()).isEmpty();
      store.close();
      assertThat(store.isOpen()).isFalse();
    }
  }

  @Test
  void storeThatIsOpenedAgainGoesOnWhereItWasClosed() {
    try (var memory = new LeakCheck(16 << 20)) {
      var store = newStore(memory);
      var first = new RestoreContext(3);
      store.init(first, store);
      first.restore(records(0, 10));
      store.close();
      assertThat(store.isOpen()).isFalse();
      assertThat(registry.get(ID)).isEmpty();
      var second = new RestoreContext(3);
      store.init(second, store);
      assertThat(store.committedOffset(PARTITION)).isEqualTo(9L);
      second.restore(records(8, 12));
      assertThat(stored()).isEqualTo(LongStream.range(0, 12).boxed().toList());
      store.close();
    }
  }

  @Test
  void topicThatBeginsBehindTheSnapshotLosesNothingThatTheSnapshotHas() {
    try (var memory = new LeakCheck(16 << 20)) {
      var store = newStore(memory);
      var context = new RestoreContext(3);
      store.init(context, store);
      context.restore(records(0, 10));
      store.close();
      store.init(new RestoreContext(3), store);
      store.commit(Map.of());
      store.close();
      var again = new RestoreContext(3);
      store.init(again, store);
      assertThat(store.committedOffset(PARTITION)).isNull();
      again.restore(records(20, 22));
      assertThat(stored()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 20L, 21L);
      assertThat(meters.get("goku.short.offsets.missing").counter().count()).isEqualTo(10);
      store.close();
    }
  }

  @Test
  void finalizationIsAskedForWhenTheBackfillWindowHasLeftABucket() {
    try (var memory = new LeakCheck(16 << 20)) {
      var store = newStore(memory);
      var context = new RestoreContext(3);
      store.init(context, store);
      context.restore(records(0, 10));
      clock.advance(Duration.ofHours(3));
      store.tick();
      assertThat(asked).as("13:00 + 3 h is within 2 h and a minute of 14:00").isEmpty();
      clock.advance(Duration.ofMinutes(1));
      endSeen(21);
      store.tick();
      assertThat(asked).as("eleven batches are to come, which may say so").isEmpty();
      endSeen(20);
      store.tick();
      store.tick();
      long end = Instant.parse("2026-03-01T14:00:00Z").toEpochMilli();
      assertThat(asked).containsExactly(new FinalizeRecord(end));
      clock.advance(Duration.ofMinutes(2));
      store.tick();
      assertThat(asked).as("asked again when nothing comes of it").hasSize(2);
      store.close();
    }
  }

  @Test
  void topologyPutsTheTopicsBatchesIntoTheShard(@TempDir Path directory) {
    try (var memory = new LeakCheck(16 << 20)) {
      var properties = new Properties();
      properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
      properties.put(StreamsConfig.STATE_DIR_CONFIG, directory.toString());
      var builder = new ShardStateStoreBuilder("shard", () -> newStore(memory));
      try (var driver =
          new TopologyTestDriver(ShardTopology.build("goku-ns", builder, clock), properties)) {
        var topic =
            driver.createInputTopic(
                "goku-ns", new ByteArraySerializer(), new ByteArraySerializer());
        for (long offset = 0; offset < 4; offset++) {
          topic.pipeInput(BatchLayout.recordKey(), batch(offset));
        }
        var withoutTime = Instant.ofEpochMilli(ConsumerRecord.NO_TIMESTAMP);
        topic.pipeInput(new TestRecord<>(BatchLayout.recordKey(), batch(4), withoutTime));
        ShardId id = registry.ids().iterator().next();
        assertThat(stored(id)).containsExactly(0L, 1L, 2L, 3L, 4L);
        clock.advance(Duration.ofHours(27));
        driver.advanceWallClockTime(Duration.ofSeconds(2));
        assertThat(stored(id)).as("while nobody knows whether it has all of its log").hasSize(5);
        endSeen(id, 5);
        driver.advanceWallClockTime(Duration.ofSeconds(2));
        assertThat(stored(id)).isEmpty();
      }
      assertThat(registry.ids()).isEmpty();
    }
  }

  private void endSeen(long end) {
    endSeen(ID, end);
  }

  private void endSeen(ShardId id, long end) {
    registry.get(id).orElseThrow().freshness().endSeen(end, System.nanoTime());
  }

  private List<Long> stored() {
    return stored(ID);
  }

  /// The values, each the offset of its batch.
  private List<Long> stored(ShardId id) {
    List<Long> values = new ArrayList<>();
    var reader = new ShardReader(registry.get(id).orElseThrow().shard());
    var range = new TimeRange(Long.MIN_VALUE, Long.MAX_VALUE);
    try (var selection = reader.select(ShardFixture.ALL, range, Resolution.RAW)) {
      var points = new PointBuffer();
      for (int i = 0; i < selection.size(); i++) {
        selection.reader().read(i, points);
        for (int n = 0; n < points.size(); n++) {
          values.add((long) points.values()[n]);
        }
      }
    }
    return values;
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(long from, long to) {
    return LongStream.range(from, to)
        .mapToObj(
            offset ->
                new ConsumerRecord<>(
                    PARTITION.topic(), 3, offset, BatchLayout.recordKey(), batch(offset)))
        .toList();
  }

  private static byte[] batch(long offset) {
    var writer = new BatchWriter();
    byte[] name = "cpu host=a".getBytes(UTF_8);
    writer.add(SeriesName.ofCanonical(name), START + offset * 1000, (double) offset);
    return writer.toBytes();
  }
}
