package goku.root.annotation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.model.TimeRange;
import goku.root.compacted.ReadPosition;
import goku.root.compacted.TopicReader;
import goku.root.compacted.table.TableContent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnnotationReaderTest {
  private AnnotationTable table = new AnnotationTable();
  private final ReadPosition position = new ReadPosition();
  private final Counter unreadable = new SimpleMeterRegistry().counter("unreadable");

  @Test
  void theTableIsEmptyUntilTheEndOfTheTopicIsReached() {
    var topic = topic(2);
    var reader = reader(topic);
    put(topic, 0, "/100", "first");
    reader.poll(Duration.ZERO);
    assertThat(table.size()).isZero();
    assertThat(position.known()).isFalse();
    put(topic, 1, "AB/100", "second");
    reader.poll(Duration.ZERO);
    assertThat(table.size()).isEqualTo(2);
    assertThat(position.known()).isTrue();
  }

  @Test
  void anEmptyTopicIsReadAtOnce() {
    reader(topic(0)).poll(Duration.ZERO);
    assertThat(position.known()).isTrue();
  }

  @Test
  void annotationsBeyondTheirMemoryAreSkippedAndCounted() {
    table = new AnnotationTable(3000);
    var topic = topic(3);
    var reader = reader(topic);
    put(topic, 0, "AB/100", "first");
    put(topic, 1, "AB/101", "x".repeat(4000));
    put(topic, 2, "AB/102", "third");
    reader.poll(Duration.ZERO);
    assertThat(position.known()).isTrue();
    assertThat(table.of("AB", seconds(0, 200)))
        .extracting(Annotation::description)
        .containsExactly("first", "third");
    assertThat(unreadable.count()).isOne();
  }

  @Test
  void changesAndDeletionsAreFollowed() {
    var topic = topic(0);
    var reader = reader(topic);
    reader.poll(Duration.ZERO);
    put(topic, 0, "AB/100", "first");
    put(topic, 1, "AB/100", "second");
    put(topic, 2, "AB/101", "other");
    reader.poll(Duration.ZERO);
    assertThat(table.of("AB", seconds(0, 200)))
        .extracting(Annotation::description)
        .containsExactly("second", "other");
    topic.addRecord(record(3, "AB/100", null));
    reader.poll(Duration.ZERO);
    assertThat(table.of("AB", seconds(0, 200)))
        .extracting(Annotation::description)
        .containsExactly("other");
  }

  @Test
  void aRestartedReaderDropsAnnotationsThatTheTopicNoLongerHas() {
    var before = topic(0);
    var reader = reader(before);
    put(before, 0, "AB/100", "deleted while nobody read");
    put(before, 1, "AB/101", "stays");
    reader.poll(Duration.ZERO);
    assertThat(table.size()).isEqualTo(2);

    var after = topic(4);
    var another = reader(after);
    put(after, 1, "AB/101", "stays");
    another.poll(Duration.ZERO);
    assertThat(table.size()).isEqualTo(2);
    put(after, 3, "AB/102", "new");
    another.poll(Duration.ZERO);
    assertThat(table.of("AB", seconds(0, 200)))
        .extracting(Annotation::description)
        .containsExactly("stays", "new");
  }

  @Test
  void malformedRecordsAreCountedAndSkipped() {
    var topic = topic(0);
    var reader = reader(topic);
    topic.addRecord(record(0, null, "{\"version\":1}"));
    topic.addRecord(record(1, "AB", "{\"version\":1}"));
    topic.addRecord(record(2, "AB/0", "{\"version\":1}"));
    topic.addRecord(record(3, "AB/100", "no JSON"));
    topic.addRecord(record(4, "AB/100", "{\"version\":3}"));
    topic.addRecord(record(5, "AB/100", ""));
    put(topic, 6, "AB/100", "good");
    reader.poll(Duration.ZERO);
    assertThat(unreadable.count()).isEqualTo(6);
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void annotationsAreFoundBySeriesAndStart() {
    var topic = topic(0);
    var reader = reader(topic);
    put(topic, 0, "AB01/100", "series");
    put(topic, 1, "AB02/100", "other series");
    put(topic, 2, "/100", "global");
    reader.poll(Duration.ZERO);
    assertThat(table.of("AB01", seconds(100, 100))).hasSize(1);
    assertThat(table.of("AB01", seconds(101, 200))).isEmpty();
    assertThat(table.of("AB01", new TimeRange(99_000, 99_999))).isEmpty();
    assertThat(table.of("AB01", new TimeRange(100_001, 100_999))).isEmpty();
    assertThat(table.of("", seconds(0, 100)))
        .extracting(Annotation::description)
        .containsExactly("global");
    assertThat(table.any("AB", seconds(100, 100))).isTrue();
    assertThat(table.any("AB", seconds(101, 200))).isFalse();
    assertThat(table.any("AB", seconds(0, 99))).isFalse();
    assertThat(table.any("AC", seconds(0, 200))).isFalse();
    assertThat(table.any("AA", seconds(0, 200))).isFalse();
  }

  private TopicReader reader(MockConsumer<byte[], byte[]> topic) {
    return new TopicReader(
        topic,
        LoopedTopic.PARTITION,
        new TableContent<>(LoopedTopic.KIND, table.held()),
        position,
        unreadable);
  }

  private static MockConsumer<byte[], byte[]> topic(long end) {
    var topic = new MockConsumer<byte[], byte[]>("none");
    topic.updateBeginningOffsets(Map.of(LoopedTopic.PARTITION, 0L));
    topic.updateEndOffsets(Map.of(LoopedTopic.PARTITION, end));
    return topic;
  }

  private static TimeRange seconds(long from, long to) {
    return new TimeRange(from * 1000, to * 1000);
  }

  private static void put(
      MockConsumer<byte[], byte[]> topic, long offset, String key, String description) {
    AnnotationKey parsed = AnnotationSerde.deserializeKey(key.getBytes(UTF_8));
    byte[] value =
        AnnotationSerde.serializeValue(new Annotation(parsed, 0, description, "", Map.of()));
    topic.addRecord(record(offset, key, new String(value, UTF_8)));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, @Nullable String key, @Nullable String value) {
    return new ConsumerRecord<>(
        LoopedTopic.PARTITION.topic(),
        0,
        offset,
        key == null ? null : key.getBytes(UTF_8),
        value == null ? null : value.getBytes(UTF_8));
  }
}
