package goku.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.client.LossListener.Reason;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GokuProducerTest {
  /// A time that never ends in a test, so that something else triggers the sending.
  private static final Duration LONG = Duration.ofHours(1);

  private static final ProducerOptions OPTIONS =
      ProducerOptions.of("nowhere:9092").withLinger(LONG).withRecordBytes(1024);

  private final Losses losses = new Losses();
  private @Nullable GokuProducer producer;

  @AfterEach
  void close() {
    if (producer != null) {
      producer.close(Duration.ZERO);
    }
  }

  @Test
  void gathersLinesToRecordsOfTheSizeThatIsSet() throws Exception {
    var kafka = kafka(true);
    GokuProducer goku = start(OPTIONS, kafka);
    List<String> sent =
        IntStream.range(0, 100).mapToObj(n -> "put m 170000000%04d 1 a=b".formatted(n)).toList();
    sent.forEach(goku::sendLine);
    await().until(() -> kafka.history().size() == 2);
    assertThat(goku.flush(LONG)).isTrue();
    assertThat(kafka.history())
        .extracting(record -> record.value().length)
        .allMatch(bytes -> bytes <= 1024);
    assertThat(kafka.history()).hasSize(3);
    assertThat(kafka.history().stream().flatMap(record -> text(record).lines()).toList())
        .isEqualTo(sent);
    assertThat(kafka.history()).extracting(ProducerRecord::topic).containsOnly("metrics");
    assertThat(kafka.history().stream().map(ProducerRecord::key).distinct()).hasSize(1);
    assertThat(goku.delivered()).isEqualTo(100);
  }

  @Test
  void sendsWhatHasWaitedForLongEnough() {
    var kafka = kafka(true);
    GokuProducer goku = start(OPTIONS.withLinger(Duration.ofMillis(1)).withTopic("t"), kafka);
    assertThat(goku.send("m", 1_700_000_000_000L, 3, Map.of("a", "b"))).isTrue();
    await().until(() -> goku.delivered() == 1);
    assertThat(text(kafka.history().get(0))).isEqualTo("put m 1700000000000 3 a=b");
    assertThat(kafka.history().get(0).topic()).isEqualTo("t");
  }

  @Test
  void whenTheBufferIsFullDatapointsAreLostAndToldAndSendDoesNotWait() {
    var kafka = kafka(false);
    GokuProducer goku = start(OPTIONS.withBufferBytes(2048), kafka);
    String line = "put m 1700000000000 1 a=" + "b".repeat(488);
    assertThat(line.length() + 1).isEqualTo(513);
    for (int i = 0; i < 3; i++) {
      assertThat(goku.sendLine(line)).isTrue();
    }
    assertThat(goku.sendLine(line)).isFalse();
    assertThat(losses.of(Reason.BUFFER_FULL)).isEqualTo(1);
    assertThat(goku.lost()).isEqualTo(1);
    await().until(() -> !kafka.history().isEmpty());
    kafka.completeNext();
    assertThat(goku.sendLine(line)).isTrue();
  }

  @Test
  void waitsForRoomIfThatIsWanted() {
    var kafka = kafka(false);
    GokuProducer goku = start(OPTIONS.withBufferBytes(2048).withMaxWait(LONG), kafka);
    String line = "put m 1700000000000 1 a=" + "b".repeat(900);
    assertThat(goku.sendLine(line)).isTrue();
    assertThat(goku.sendLine(line)).isTrue();
    var third = new Thread(() -> goku.sendLine(line));
    third.start();
    await().until(() -> third.getState() == Thread.State.TIMED_WAITING);
    await().until(kafka::completeNext);
    await().until(() -> !third.isAlive());
    assertThat(goku.lost()).isZero();
  }

  @Test
  void whatKafkaRefusesIsLostAndTold() {
    var kafka = kafka(false);
    GokuProducer goku = start(OPTIONS.withLinger(Duration.ZERO), kafka);
    goku.sendLine("put m 1 1 a=b");
    await().until(() -> kafka.errorNext(new TimeoutException("120000 ms have passed")));
    await().until(() -> losses.of(Reason.NOT_DELIVERED) == 1);
    kafka.sendException = new TimeoutException("no metadata");
    goku.sendLine("put m 1 1 a=b");
    await().until(() -> losses.of(Reason.NOT_DELIVERED) == 2);
    kafka.sendException = null;
    goku.sendLine("put m 1 1 a=b");
    await().until(kafka::completeNext);
    await().until(() -> goku.delivered() == 1);
    assertThat(goku.lost()).isEqualTo(2);
  }

  @Test
  void listenerThatFailsDisturbsNobody() {
    var kafka = kafka(false);
    var goku =
        new GokuProducer(
            OPTIONS.withLinger(Duration.ZERO),
            (datapoints, reason, cause) -> {
              throw new IllegalStateException("a listener with a bug");
            },
            kafka);
    producer = goku;
    assertThat(goku.send("m", 1, Double.NaN, Map.of())).isFalse();
    kafka.sendException = new TimeoutException("no metadata");
    goku.sendLine("put m 1 1 a=b");
    await().until(() -> goku.lost() == 2);
    kafka.sendException = null;
    goku.sendLine("put m 2 1 a=b");
    await().until(() -> kafka.errorNext(new TimeoutException("refused")));
    await().until(() -> goku.lost() == 3);
    goku.sendLine("put m 3 1 a=b");
    await().until(kafka::completeNext);
    await().until(() -> goku.delivered() == 1);
  }

  @Test
  void datapointsWaitForKafkaWithoutALimitUnlessOneIsSet() {
    assertThat(GokuProducer.settings(OPTIONS))
        .containsEntry("delivery.timeout.ms", Integer.MAX_VALUE)
        .containsEntry("max.block.ms", Long.MAX_VALUE);
    assertThat(GokuProducer.settings(OPTIONS.withKafka(Map.of("delivery.timeout.ms", 60_000))))
        .containsEntry("delivery.timeout.ms", 60_000);
  }

  @Test
  void whatNobodyTakesIsNotSent() {
    GokuProducer goku = start(OPTIONS, kafka(true));
    assertThat(goku.send("m", 1, Double.NaN, Map.of("a", "b"))).isFalse();
    assertThat(goku.send("m", 1, Double.NEGATIVE_INFINITY, Map.of("a", "b"))).isFalse();
    assertThat(goku.send("m".repeat(1024), 1, 1, Map.of("a", "b"))).isFalse();
    assertThat(losses.of(Reason.NOT_FINITE)).isEqualTo(2);
    assertThat(losses.of(Reason.TOO_LONG)).isEqualTo(1);
    assertThat(goku.lost()).isEqualTo(3);
  }

  @Test
  void closingSendsWhatIsThere() {
    var kafka = kafka(true);
    GokuProducer goku = start(OPTIONS, kafka);
    goku.sendLine("put m 1 1 a=b");
    goku.close();
    assertThat(goku.delivered()).isEqualTo(1);
    assertThat(kafka.closed()).isTrue();
    assertThat(goku.sendLine("put m 2 1 a=b")).isFalse();
    assertThat(losses.of(Reason.CLOSED)).isEqualTo(1);
  }

  @Test
  void closingWithoutKafkaEndsAndTellsWhatIsLost() {
    var kafka = kafka(false);
    kafka.sendException = new TimeoutException("no metadata");
    GokuProducer goku = start(OPTIONS, kafka);
    goku.sendLine("put m 1 1 a=b");
    goku.sendLine("put m 2 1 a=b");
    goku.close(Duration.ofMillis(1));
    assertThat(goku.lost()).isEqualTo(2);
    assertThat(losses.of(Reason.CLOSED)).isEqualTo(2);
  }

  private GokuProducer start(ProducerOptions options, MockProducer<String, byte[]> kafka) {
    var started = new GokuProducer(options, losses, kafka);
    producer = started;
    return started;
  }

  /// @param acknowledges everything at once
  private static MockProducer<String, byte[]> kafka(boolean acknowledges) {
    return new MockProducer<>(
        acknowledges,
        new RoundRobinPartitioner(),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  private static String text(ProducerRecord<String, byte[]> record) {
    return new String(record.value(), UTF_8);
  }

  private static final class Losses implements LossListener {
    private final Map<Reason, Integer> byReason = new EnumMap<>(Reason.class);

    @Override
    public synchronized void lost(int datapoints, Reason reason, @Nullable Exception cause) {
      byReason.merge(reason, datapoints, Integer::sum);
    }

    synchronized int of(Reason reason) {
      return byReason.getOrDefault(reason, 0);
    }
  }
}
