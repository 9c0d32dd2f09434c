package goku.root.queried;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicReader;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/// Tests of several roots that share the topic of queried metrics.
class QueriedMetricsTest {
  private static final TopicPartition PARTITION = new TopicPartition("queried", 0);
  private static final long MAX_BYTES = 100_000;
  private static final Instant START = Instant.parse("2026-03-01T13:00:00Z");

  private final ManualClock clock = new ManualClock(START);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> topic =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

  /// A root that reads the topic on request.
  private final class Root {
    private final QueriedMetrics metrics;
    private final QueriedWriter writer;
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Counter unreadable = meters.counter("unreadable");
    private final TopicReader reader;
    private int read;

    Root(int max) {
      metrics = new QueriedMetrics(clock, max, MAX_BYTES);
      writer = new QueriedWriter(topic, PARTITION.topic(), metrics, Duration.ofSeconds(1), meters);
      consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
      consumer.updateEndOffsets(Map.of(PARTITION, (long) topic.history().size()));
      reader =
          new TopicReader(
              consumer, PARTITION, new QueriedContent(metrics), new ReadPosition(), unreadable);
    }

    void read() {
      List<ProducerRecord<byte[], byte[]>> all = topic.history();
      for (; read < all.size(); read++) {
        ProducerRecord<byte[], byte[]> next = all.get(read);
        consumer.addRecord(
            new ConsumerRecord<>(PARTITION.topic(), 0, read, next.key(), next.value()));
      }
      reader.poll(Duration.ZERO);
    }
  }

  private Root root() {
    return new Root(100);
  }

  @Test
  void queriesAreKnownAfterARestart() throws Exception {
    Root before = root();
    before.read();
    before.metrics.asked("cpu");
    before.metrics.asked("cpu");
    before.metrics.asked("mem");
    before.writer.write();
    clock.advance(Duration.ofDays(3));
    Root after = root();
    assertThat(after.metrics.observedSinceMillis()).as("not read yet").isEmpty();
    after.read();
    assertThat(after.metrics.of("cpu")).contains(new Queried(START.toEpochMilli(), 2));
    assertThat(after.metrics.of("mem")).contains(new Queried(START.toEpochMilli(), 1));
    assertThat(after.metrics.of("disk")).isEmpty();
    assertThat(after.metrics.observedSinceMillis()).hasValue(START.toEpochMilli());
    after.metrics.asked("cpu");
    assertThat(after.metrics.of("cpu")).contains(new Queried(clock.millis(), 3));
  }

  @Test
  void namesThatNoMetricCanHaveAreNotKept() throws Exception {
    Root root = root();
    root.read();
    String longest = "x".repeat(QueriedMetrics.MAX_NAME);
    root.metrics.asked(longest);
    root.metrics.asked(longest + "x");
    root.metrics.heard(longest + "y", new Queried(1, 1));
    assertThat(root.metrics.size()).isEqualTo(1);
    assertThat(root.metrics.of(longest)).isPresent();
  }

  @Test
  void theMemoryOfQueriedNamesAndOfTheirChangesIsBounded() throws Exception {
    Root root = new Root(1_000_000);
    root.read();
    for (int i = 0; i < 1000; i++) {
      clock.advance(Duration.ofSeconds(1));
      root.metrics.asked(i + "x".repeat(1000));
    }
    assertThat(root.metrics.size()).isBetween(40, 46);
    assertThat(root.metrics.of(999 + "x".repeat(1000))).isPresent();
    assertThat(root.metrics.takeChanged()).hasSizeBetween(90, 95);
  }

  @Test
  void otherRootsLearnOfAQuery() throws Exception {
    Root one = root();
    Root other = root();
    one.read();
    other.read();
    clock.advance(Duration.ofMinutes(10));
    one.metrics.asked("cpu");
    one.writer.write();
    other.read();
    assertThat(other.metrics.of("cpu")).contains(new Queried(clock.millis(), 1));
  }

  @Test
  void aLateRecordOfAnotherRootDoesNotMoveTimesBack() {
    Root root = root();
    root.read();
    root.metrics.asked("cpu");
    root.metrics.asked("cpu");
    root.metrics.heard("cpu", new Queried(START.toEpochMilli() - 60_000, 1));
    assertThat(root.metrics.of("cpu")).contains(new Queried(START.toEpochMilli(), 2));
  }

  @Test
  void nothingIsWrittenWithoutQueries() throws Exception {
    Root root = root();
    root.read();
    root.metrics.asked("cpu");
    root.writer.write();
    int written = topic.history().size();
    assertThat(written).as("the metric and observedSinceMillis").isEqualTo(2);
    root.writer.write();
    root.read();
    root.writer.write();
    assertThat(topic.history()).hasSize(written);
  }

  @Test
  void failedWritesAreRetried() throws Exception {
    Root root = root();
    root.read();
    root.metrics.asked("cpu");
    topic.sendException = new TimeoutException("no broker");
    root.writer.write();
    assertThat(topic.history()).isEmpty();
    assertThat(meters.counter("goku.root.queried.write.failures").count()).isEqualTo(2);
    topic.sendException = null;
    root.writer.write();
    assertThat(topic.history()).hasSize(2);
  }

  @Test
  void theOldestMetricsAreEvictedAtTheLimitAndOthersStayCorrect() throws Exception {
    Root root = new Root(10);
    root.read();
    for (int i = 0; i < 11; i++) {
      clock.advance(Duration.ofMinutes(1));
      root.metrics.asked("m" + i);
    }
    long second = START.plus(Duration.ofMinutes(2)).toEpochMilli();
    assertThat(root.metrics.size()).isEqualTo(9);
    assertThat(root.metrics.of("m0")).isEmpty();
    assertThat(root.metrics.of("m1")).isEmpty();
    assertThat(root.metrics.observedSinceMillis()).hasValue(second);
    root.writer.write();
    Root after = new Root(10);
    after.read();
    assertThat(after.metrics.size()).isEqualTo(9);
    assertThat(after.metrics.observedSinceMillis()).hasValue(second);
  }

  @Test
  void anEvictionByAnotherRootDoesNotRemoveARecentlyQueriedMetric() {
    Root root = root();
    root.read();
    root.metrics.asked("cpu");
    root.metrics.heardForgotten("cpu");
    assertThat(root.metrics.of("cpu")).isPresent();
  }

  @Test
  void malformedRecordsAreCountedAndSkipped() {
    Root root = root();
    put(root, 0, "cpu", "no JSON");
    put(root, 1, "cpu", "{\"version\":2,\"lastQueriedMillis\":1,\"count\":1}");
    put(root, 2, "cpu", "{\"version\":1,\"lastQueriedMillis\":\"now\",\"count\":1}");
    put(root, 3, "", "{\"version\":1}");
    put(root, 4, "mem", "{\"version\":1,\"lastQueriedMillis\":5,\"count\":1}");
    root.reader.poll(Duration.ZERO);
    assertThat(root.unreadable.count()).isEqualTo(4);
    assertThat(root.metrics.of("mem")).contains(new Queried(5, 1));
    assertThat(root.metrics.size()).isEqualTo(1);
  }

  private static void put(Root root, long offset, String key, String value) {
    root.consumer.addRecord(
        new ConsumerRecord<>(
            PARTITION.topic(), 0, offset, key.getBytes(UTF_8), value.getBytes(UTF_8)));
  }
}
