package goku.integration.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Reads the topic that tells of finalized buckets.
final class FinalizedTopic {
  private static final String TOPIC = "goku-finalized";

  private FinalizedTopic() {}

  /// The values of all records that are there.
  static List<String> read(String bootstrapServers) {
    List<String> events = new ArrayList<>();
    Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers);
    try (var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(TOPIC).stream()
              .map(partition -> new TopicPartition(TOPIC, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(record -> events.add(new String(record.value(), UTF_8)));
      }
    }
    return events;
  }
}
