package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicationTest {
  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1, 1, 1", "2, 2, 1", "3, 3, 2", "12, 3, 2"})
  void aTopicHasThreeReplicasWhereThereAreAsManyBrokers(int brokers, int replicas, int inSync) {
    NewTopic topic = Replication.DERIVED.topic("t", 4, Map.of(), brokers);
    assertThat(topic.replicationFactor()).isEqualTo((short) replicas);
    assertThat(topic.configs()).containsEntry("min.insync.replicas", Integer.toString(inSync));
  }

  @Test
  void aConfiguredNumberOfReplicasHoldsForAnyNumberOfBrokers() {
    NewTopic topic = new Replication(5).topic("t", 4, Map.of("retention.ms", "7"), 3);
    assertThat(topic.replicationFactor()).isEqualTo((short) 5);
    assertThat(topic.numPartitions()).isEqualTo(4);
    assertThat(topic.configs())
        .containsEntry("min.insync.replicas", "2")
        .containsEntry("retention.ms", "7");
  }
}
