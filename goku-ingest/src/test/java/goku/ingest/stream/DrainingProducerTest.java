package goku.ingest.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.ingest.rejected.RejectedPoint;
import goku.ingest.routing.IngestMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class DrainingProducerTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<String> closed = new ArrayList<>();

  private MockProducer<byte[], byte[]> kafka(boolean acknowledges) {
    var bytes = new ByteArraySerializer();
    return new MockProducer<>(acknowledges, null, bytes, bytes);
  }

  private DrainingProducer over(MockProducer<byte[], byte[]> kafka) {
    return new DrainingProducer(
        kafka,
        "rejected",
        new IngestMetrics(registry, "kafka"),
        InstantSource.fixed(NOW),
        () -> closed.add("closed"));
  }

  @Test
  void flushDrainsBeforeItFlushes() {
    MockProducer<byte[], byte[]> kafka = kafka(false);
    DrainingProducer producer = over(kafka);
    producer.drainWith(() -> producer.send("goku-ns1", 0, new byte[] {1}, 5));
    producer.flush(); // the mock acknowledges everything outstanding
    assertThat(kafka.flushed()).isTrue();
    assertThat(kafka.history()).hasSize(1);
    ProducerRecord<byte[], byte[]> message = kafka.history().getFirst();
    assertThat(message.key()).hasSize(1); // without a key it would be skipped in a restore
    // the time at which the datapoints were judged; theirs could delete backfilled data at once
    assertThat(message.timestamp()).isEqualTo(NOW.toEpochMilli());
  }

  @Test
  void failedSendFailsThisFlushAndAllAfterIt() {
    MockProducer<byte[], byte[]> kafka = kafka(false);
    DrainingProducer producer = over(kafka);
    producer.send("goku-ns1", 0, new byte[] {1}, 5);
    kafka.errorNext(new TimeoutException("too late"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(producer::flush)
          .isInstanceOf(StreamsException.class)
          .hasRootCauseMessage("too late");
    }
    assertThatThrownBy(() -> producer.send("goku-ns1", 0, new byte[] {1}, 1))
        .isInstanceOf(StreamsException.class);
    assertThat(registry.get("goku.ingest.failed").counter().count()).isEqualTo(5);
  }

  @Test
  void failedSendOfARejectedPointFailsTheFlushToo() {
    MockProducer<byte[], byte[]> kafka = kafka(false);
    DrainingProducer producer = over(kafka);
    producer.reject(rejected("x", 1));
    kafka.errorNext(new TimeoutException("too late"));
    assertThatThrownBy(producer::flush).isInstanceOf(StreamsException.class);
  }

  @Test
  void failureInsideOfTheDrainFailsTheFlush() {
    DrainingProducer producer = over(kafka(true));
    producer.drainWith(
        () -> {
          throw new IllegalStateException("no");
        });
    assertThatThrownBy(producer::flush).hasMessage("no");
  }

  @Test
  void rejectedPointCarriesReasonAndOrigin() {
    MockProducer<byte[], byte[]> kafka = kafka(true);
    over(kafka).reject(rejected("cpu x", 5));
    ProducerRecord<byte[], byte[]> message = kafka.history().getFirst();
    assertThat(message.topic()).isEqualTo("rejected");
    assertThat(new String(message.value(), UTF_8)).isEqualTo("cpu x");
    assertThat(header(message, "reason")).isEqualTo("not_enough_fields");
    assertThat(header(message, "message")).isEqualTo("too few");
    assertThat(header(message, "topic")).isEqualTo("metrics");
    assertThat(header(message, "partition")).isEqualTo("3");
    assertThat(header(message, "offset")).isEqualTo("42");
  }

  @Test
  void closingForgetsTheIntakeAndDrainsNothing() {
    MockProducer<byte[], byte[]> kafka = kafka(true);
    DrainingProducer producer = over(kafka);
    producer.drainWith(() -> producer.send("goku-ns1", 0, new byte[] {1}, 5));
    assertThatCode(producer::close).doesNotThrowAnyException();
    assertThat(kafka.history()).isEmpty();
    assertThat(closed).hasSize(1);
  }

  private static RejectedPoint rejected(String value, int length) {
    var rejection = new Rejection(Reason.NOT_ENOUGH_FIELDS, "too few");
    var origin = Map.of("topic", "metrics", "partition", "3", "offset", "42");
    return new RejectedPoint(rejection, value.getBytes(UTF_8), length, origin);
  }

  private static String header(ProducerRecord<byte[], byte[]> message, String name) {
    return new String(message.headers().lastHeader(name).value(), UTF_8);
  }
}
