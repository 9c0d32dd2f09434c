package goku.ingest.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import goku.ingest.Points;
import goku.ingest.TestNamespaces;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.rejected.RejectedPoint;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.Intake;
import goku.ingest.routing.Router;
import goku.kafka.fetch.OversizedBatch;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IngestTopologyTest {
  private static final UUID TOPIC = new UUID(1, 2);
  private static final Duration LINGER = Duration.ofMillis(10);
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Live<Blocklist> blocklist = new Live<>(Blocklist.NONE);
  private final FakeOutput output = new FakeOutput();
  private final RecordIntake intake = records();
  private final TopologyTestDriver driver = driver(intake);
  private final TestInputTopic<byte[], byte[]> input =
      driver.createInputTopic("metrics", new ByteArraySerializer(), new ByteArraySerializer());

  private RecordIntake records() {
    var router = new Router(TestNamespaces.one());
    var batches = new BatchAccumulator(new BatchLimits(100, 10_000), output, FormatLevel.newest());
    var clock = InstantSource.fixed(NOW);
    var intake = new Intake(() -> router, batches, clock, Duration.ofMinutes(10), blocklist);
    return new RecordIntake(
        new PutRecordReader(Points.RULES, 1000),
        intake,
        batches,
        output,
        new IngestMetrics(registry, "kafka"),
        _ -> TOPIC,
        LINGER);
  }

  private TopologyTestDriver driver(RecordIntake records) {
    var properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    var topology =
        IngestTopology.build(List.of("metrics"), () -> records, LINGER, InstantSource.fixed(NOW));
    return new TopologyTestDriver(topology, properties);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void datapointsWaitForTheLingerAndNoLonger() {
    input.pipeInput("cpu 1700000000 1 host=a\nmem 1700000000 2".getBytes(UTF_8));
    assertThat(output.points).isEmpty();
    driver.advanceWallClockTime(LINGER);
    assertThat(output.points)
        .containsExactlyInAnyOrder("cpu host=a @1700000000000 1.0", "mem @1700000000000 2.0");
    assertThat(registry.get("goku.ingest.datapoints").tag("source", "kafka").counter().count())
        .isEqualTo(2);
  }

  @Test
  void recordWithoutATimeIsReadLikeAnyOther() {
    var withoutTime = Instant.ofEpochMilli(ConsumerRecord.NO_TIMESTAMP);
    byte[] line = "cpu 1700000000 1 host=a".getBytes(UTF_8);
    input.pipeInput(new TestRecord<>(null, line, withoutTime));
    driver.advanceWallClockTime(LINGER);
    assertThat(output.points).containsExactly("cpu host=a @1700000000000 1.0");
  }

  @Test
  void recordsThatWaitedWhileIngestorsWereDownAreStored() {
    Duration away = TestNamespaces.one().all().getFirst().backfill().plusHours(1);
    Instant written = NOW.minus(away);
    for (int i = 0; i < 300; i++) {
      byte[] line = "cpu %d 1 host=%d".formatted(written.getEpochSecond(), i).getBytes(UTF_8);
      input.pipeInput(new TestRecord<>(null, line, written));
    }
    output.drain.run();
    assertThat(output.rejected).isEmpty();
    assertThat(output.points).hasSize(300);
  }

  @Test
  void datapointsAreDrainedWhenTheProducerIsFlushed() {
    input.pipeInput("cpu 1700000000 1".getBytes(UTF_8));
    output.drain.run();
    assertThat(output.points).containsExactly("cpu @1700000000000 1.0");
  }

  /// Another ingestor has them by now, or this one reads them again.
  @Test
  void whatATaskHasGatheredAndNotSentIsDroppedWhenItIsClosed() {
    RecordIntake closed = records();
    try (var task = driver(closed)) {
      var bytes = new ByteArraySerializer();
      task.createInputTopic("metrics", bytes, bytes).pipeInput("cpu 1700000000 1".getBytes(UTF_8));
      assertThat(closed.isDrained()).isFalse();
    }
    assertThat(closed.isDrained()).isTrue();
    assertThat(output.points).isEmpty();
  }

  @Test
  void batchesStateTheInputOfTheirDatapoints() {
    input.pipeInput("cpu 1700000000 1\ncpu 1700000001 2".getBytes(UTF_8));
    input.pipeInput("cpu 1700000002 3".getBytes(UTF_8));
    output.drain.run();
    assertThat(output.inputs)
        .containsExactly(
            new InputRange(
                new InputPartition(TOPIC, 0, -1),
                new InputPosition(0, 0),
                new InputPosition(1, 1)));
  }

  @Test
  void blockedDatapointsAreCountedButDoNotFloodTheRejectedTopic() {
    blocklist.replace(new Blocklist(Set.of(new BlockRule("cpu", false))));
    input.pipeInput("cpu 1700000000 1\nmem 1700000000 2\ncpu 1700000001 3".getBytes(UTF_8));
    output.drain.run();
    assertThat(output.points).containsExactly("mem @1700000000000 2.0");
    assertThat(output.rejected).isEmpty();
    assertThat(
            registry
                .get("goku.ingest.rejected")
                .tags("source", "kafka", "reason", "metric_blocked")
                .counter()
                .count())
        .isEqualTo(2);
  }

  @Test
  void whatIsRefusedIsCountedAndKeptWithItsOrigin() {
    input.pipeInput("cpu 1700000000 x\ncpu 1 2\ncpu 1700000000 1".getBytes(UTF_8));
    input.pipeInput((byte[]) null);
    output.drain.run();
    assertThat(output.points).hasSize(1);
    assertThat(output.rejected.stream().map(point -> point.rejection().reason().label()))
        .containsExactly("value_invalid", "timestamp_too_old", "empty_record");
    assertThat(output.rejected.getLast().origin())
        .isEqualTo(Map.of("topic", "metrics", "partition", "0", "offset", "1"));
    assertThat(rejected("value_invalid")).isEqualTo(1);
  }

  @Test
  void aSkippedBatchIsCountedAndKeptWithItsOrigin() {
    byte[] bytes = {1, 2, 3};
    intake.skip(new OversizedBatch(new TopicPartition("metrics", 4), 7, 9, bytes, 100));
    RejectedPoint kept = output.rejected.getFirst();
    assertThat(kept.value()).isEqualTo(bytes);
    assertThat(kept.origin())
        .isEqualTo(Map.of("topic", "metrics", "partition", "4", "offset", "7"));
    assertThat(rejected("batch_too_large")).isEqualTo(1);
  }

  private double rejected(String reason) {
    return registry
        .get("goku.ingest.rejected")
        .tags("source", "kafka", "reason", reason)
        .counter()
        .count();
  }
}
