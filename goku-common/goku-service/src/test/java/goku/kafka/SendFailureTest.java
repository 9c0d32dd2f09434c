package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.junit.jupiter.api.Test;

class SendFailureTest {
  @Test
  void anAbsentKafkaIsNamedWithItsRemedy() {
    var nobody = KafkaConfig.of("127.0.0.1:1");
    try (var producer = Producers.acknowledging(nobody, Duration.ofMillis(100), Map.of())) {
      Future<RecordMetadata> sent = producer.send(new ProducerRecord<>("metrics", new byte[0]));
      assertThat(SendFailure.text(sent.exceptionNow()))
          .startsWith("no broker answered in time (Topic metrics not present in metadata")
          .endsWith("; check that Kafka runs, and kafka.bootstrap-servers");
    }
  }

  @Test
  void tooFewBrokersAreNamedWithTheKeyOfTheReplicas() {
    assertThat(SendFailure.text(new InvalidReplicationFactorException("3 replicas, 2 brokers")))
        .isEqualTo(
            "Kafka refuses the number of replicas (3 replicas, 2 brokers); start the missing"
                + " brokers, or set kafka.topic-replicas");
  }

  @Test
  void otherFailuresAreNamedAsTheyAre() {
    assertThat(SendFailure.text(new IllegalStateException("closed")))
        .isEqualTo("java.lang.IllegalStateException: closed");
  }
}
