package goku.ingest.put;

import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.routing.IngestMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class DeliveryTest {
  private static final RecordMetadata STORED =
      new RecordMetadata(new TopicPartition("t", 0), 0, 0, 0, 0, 0);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private long nanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(10); // overflows soon
  private int calls;

  @Test
  void aTopicThatKafkaDoesNotDescribeIsWaitedForOnce() {
    Delivery delivery =
        delivery(
            () -> {
              nanos += TIMEOUT.toNanos(); // the producer waits for the metadata
              return CompletableFuture.failedFuture(new TimeoutException("no metadata"));
            });
    sendFour(delivery);
    assertThat(calls).isEqualTo(1);
    Delivery.Outcome outcome = delivery.await();
    assertThat(outcome.lost()).isEqualTo(40);
    assertThat(outcome.cause()).contains("no metadata");
  }

  @Test
  void theTimeLimitHoldsForAllBatchesTogether() {
    Delivery delivery =
        delivery(
            () -> {
              nanos += TIMEOUT.toNanos() / 2;
              return new CompletableFuture<>();
            });
    sendFour(delivery);
    assertThat(calls).isEqualTo(2);
    assertThat(delivery.await())
        .isEqualTo(new Delivery.Outcome(40, "no acknowledgement within PT30S"));
  }

  @Test
  void aProducerThatIsBlockedForAMomentIsUsedAgain() {
    Delivery delivery =
        delivery(
            () -> {
              nanos += Duration.ofMillis(100).toNanos();
              return calls < 5
                  ? CompletableFuture.failedFuture(new TimeoutException("buffers are full"))
                  : CompletableFuture.completedFuture(STORED);
            });
    sendFour(delivery);
    assertThat(calls).isEqualTo(8);
    assertThat(delivery.await()).isEqualTo(new Delivery.Outcome(0, ""));
  }

  @Test
  void aProducerThatStaysBlockedIsUsedUntilTheTimeLimit() {
    Delivery delivery =
        delivery(
            () -> {
              nanos += Duration.ofMillis(100).toNanos();
              return CompletableFuture.failedFuture(new TimeoutException("buffers are full"));
            });
    sendFour(delivery);
    assertThat(calls).isEqualTo(300);
    assertThat(delivery.await().lost()).isEqualTo(40);
  }

  @Test
  void theTimeLimitBeginsAnewAfterEachWait() {
    Delivery delivery =
        delivery(
            () -> {
              nanos += TIMEOUT.toNanos() / 2;
              return CompletableFuture.completedFuture(STORED);
            });
    for (int i = 0; i < 4; i++) {
      delivery.send("t", 0, new byte[1], 10);
      assertThat(delivery.await()).isEqualTo(new Delivery.Outcome(0, ""));
    }
  }

  @Test
  void aCallerThatWasAwayForLongerThanKafkaLosesNothing() {
    List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
    Delivery delivery =
        delivery(
            () -> {
              sent.add(new CompletableFuture<>());
              return sent.getLast();
            });
    delivery.send("t", 0, new byte[1], 10);
    sent.getFirst().complete(STORED);
    nanos += TIMEOUT.toNanos() + 1; // its client did not read
    delivery.send("t", 0, new byte[1], 10);
    assertThat(calls).isEqualTo(2);
    sent.getLast().complete(STORED);
    assertThat(delivery.await()).isEqualTo(new Delivery.Outcome(0, ""));
  }

  @Test
  void refusedDatapointsWaitForEarlierOnes() {
    List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
    Delivery delivery =
        delivery(
            () -> {
              assertThat(sent.stream().filter(each -> !each.isDone()).count()).isLessThan(1_000);
              sent.add(new Slow());
              return sent.getLast();
            });
    for (int i = 0; i < 2_500; i++) {
      delivery.refuse(new ProducerRecord<>("rejected", new byte[1]));
    }
    assertThat(delivery.await()).isEqualTo(new Delivery.Outcome(0, ""));
    assertThat(sent).hasSize(2_500).allMatch(CompletableFuture::isDone);
  }

  /// An acknowledgement that arrives when somebody waits for it.
  private static final class Slow extends CompletableFuture<RecordMetadata> {
    @Override
    public RecordMetadata get(long timeout, TimeUnit unit) {
      complete(STORED);
      return STORED;
    }
  }

  private static void sendFour(Delivery delivery) {
    for (int partition = 0; partition < 4; partition++) {
      delivery.send("t", partition, new byte[1], 10);
    }
  }

  private interface Answer {
    Future<RecordMetadata> get();
  }

  private Delivery delivery(Answer answer) {
    var producer =
        new MockProducer<byte[], byte[]>(
            true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message) {
            calls++;
            return answer.get();
          }
        };
    return new Delivery(
        producer,
        new IngestMetrics(new SimpleMeterRegistry(), "http"),
        TIMEOUT,
        InstantSource.fixed(Instant.EPOCH),
        () -> nanos);
  }
}
