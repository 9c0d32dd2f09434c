package goku.shortterm.top;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.kafka.KafkaConfig;
import goku.model.Namespace;
import goku.objectstore.ObjectStore;
import goku.shortterm.shard.ShardFixture;
import goku.testkit.namespace.NamespaceBuilder;
import goku.testkit.s3.S3Server;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The clock of the shard stands at 13:00 in the window from 12:00 on; that before began at 10:00.
class TopPublisherTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Instant BEFORE = Instant.parse("2026-03-01T10:00:00Z");
  private static final String KEY = "top/ns/%d/00003.json".formatted(BEFORE.getEpochSecond());
  private static final Namespace NAMESPACE =
      NamespaceBuilder.namespace("ns")
          .memoryTtl(ShardFixture.TTL)
          .s3Bucket(S3Server.S3_BUCKET)
          .shards(1, 4)
          .build();

  private final ShardFixture fixture = new ShardFixture(64 << 20);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final MockProducer<byte[], byte[]> topic =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private S3Server s3;
  private ObjectStore store;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    store = s3.client();
  }

  @AfterEach
  void stop() {
    store.close();
    s3.close();
    fixture.close();
  }

  private TopPublisher replica() {
    return new TopPublisher(
        () -> List.of(new TopSource(NAMESPACE, 3, fixture.reader.usage())),
        store,
        new KafkaTopRecords(topic, "top", _ -> {}),
        fixture.clock,
        meters);
  }

  @Test
  void theTopicHasThePrefix() {
    var impatient = List.of("request.timeout.ms=50", "default.api.timeout.ms=100");
    var kafka = new KafkaConfig("127.0.0.1:1", impatient, 0, "team-b");
    try (var records = new KafkaTopRecords(kafka)) {
      assertThatThrownBy(() -> records.publish(new byte[0], new byte[0]))
          .hasMessageContaining("topic=team-b-top-metrics");
    }
  }

  private void putSome() {
    for (int host = 0; host < 30; host++) {
      fixture.add("wide host=h" + host + " dc=" + host % 2, BEFORE.toEpochMilli() + host, 1);
    }
    for (int second = 0; second < 90; second++) {
      fixture.add("busy host=h1", BEFORE.toEpochMilli() + second * 1000L, second);
    }
    fixture.add("quiet", ShardFixture.START.toEpochMilli(), 1);
    fixture.send();
  }

  @Test
  void aPublisherThatWasNotStartedClosesItsProducer() {
    replica().close();
    assertThat(topic.closed()).isTrue();
  }

  @Test
  void tellsTheLastWindowToTheTopicAndToS3() throws Exception {
    putSome();
    replica().publishDue();
    byte[] object = store.get(S3Server.S3_BUCKET, KEY).orElseThrow();
    assertThat(topic.history())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.topic()).isEqualTo("top");
              assertThat(new String(record.key(), UTF_8))
                  .isEqualTo("ns/3/" + BEFORE.toEpochMilli());
              assertThat(record.value()).isEqualTo(object);
            });
    JsonNode json = MAPPER.readTree(object);
    assertThat(json.path("windowStartMillis").asLong()).isEqualTo(BEFORE.toEpochMilli());
    assertThat(json.path("metrics").asInt()).isEqualTo(3);
    assertThat(json.path("series").asInt()).isEqualTo(32);
    assertThat(json.path("datapoints").asInt()).isEqualTo(120);
    JsonNode wide = json.path("top").path(0);
    assertThat(wide.path("metric").asText()).isEqualTo("wide");
    assertThat(wide.path("cardinality").asInt()).isEqualTo(30);
    assertThat(wide.path("datapoints").asInt()).isEqualTo(30);
    assertThat(wide.path("bytes").asInt()).isPositive();
    assertThat(wide.path("tagKeys").toString())
        .isEqualTo("[{\"key\":\"host\",\"values\":30},{\"key\":\"dc\",\"values\":2}]");
    assertThat(json.path("top").path(1).path("metric").asText()).isEqualTo("busy");
    assertThat(json.path("top").path(2).path("datapoints").asInt())
        .as("of the window that goes on")
        .isZero();
  }

  @Test
  void tellsAWindowOnceForAllReplicas() throws Exception {
    putSome();
    replica().publishDue();
    replica().publishDue();
    assertThat(topic.history()).hasSize(1);
    assertThat(meters.counter("goku.short.top.published").count()).isEqualTo(1);
  }

  @Test
  void tellsEachWindowWhenItsDatapointsHaveHadTimeToCome() throws Exception {
    TopPublisher replica = replica();
    replica.publishDue();
    replica.publishDue();
    assertThat(topic.history()).hasSize(1);
    fixture.clock.advance(Duration.ofHours(1).plusMinutes(4)); // 14:04
    replica.publishDue();
    assertThat(topic.history()).hasSize(1);
    fixture.clock.advance(Duration.ofMinutes(1));
    replica.publishDue();
    assertThat(topic.history()).hasSize(2);
  }

  @Test
  void triesAgainWhatKafkaOrS3DidNotTake() throws Exception {
    TopPublisher replica = replica();
    topic.sendException = new TimeoutException("30 s are over");
    replica.publishDue();
    assertThat(store.get(S3Server.S3_BUCKET, KEY)).as("or nobody would try again").isEmpty();
    assertThat(meters.counter("goku.short.top.failures").count()).isEqualTo(1);
    topic.sendException = null;
    replica.publishDue();
    assertThat(store.get(S3Server.S3_BUCKET, KEY)).isPresent();
    assertThat(topic.history()).hasSize(1);
  }

  @Test
  void removesWhatIsAMonthOld() throws Exception {
    String old = "top/ns/%d/00003.json".formatted(BEFORE.getEpochSecond() - 30 * 86_400);
    store.put(S3Server.S3_BUCKET, old, new byte[1]);
    replica().publishDue();
    assertThat(store.exists(S3Server.S3_BUCKET, old)).isFalse();
  }

  @Test
  void listsTheLargestByEachMeasure() throws IOException {
    IntStream.range(0, 20)
        .forEach(
            number -> {
              for (int i = 0; i < number; i++) { // many series of old datapoints
                fixture.add("wide" + number + " i=" + i, ShardFixture.START.toEpochMilli(), 1);
              }
              for (int i = 0; i < number; i++) {
                fixture.add("busy" + number, BEFORE.toEpochMilli() + i, 1);
              }
            });
    fixture.send();
    var list = TopList.of(new TopSource(NAMESPACE, 3, fixture.reader.usage()), 3);
    assertThat(list.metrics()).isEqualTo(38);
    assertThat(list.top().stream().map(entry -> entry.usage().metric()))
        .containsExactly("wide19", "wide18", "wide17", "busy19", "busy18", "busy17");
  }
}
