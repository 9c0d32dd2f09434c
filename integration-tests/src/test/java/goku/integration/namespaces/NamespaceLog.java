package goku.integration.namespaces;

import goku.format.batch.BatchLayout;
import goku.format.batch.BatchReader;
import goku.model.SeriesName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// The topic of a namespace, from which its shards are made.
final class NamespaceLog {
  private NamespaceLog() {}

  /// The times of all datapoints in the topic, by metric.
  static Map<String, List<Long>> read(String bootstrapServers, String topic) {
    Map<String, List<Long>> times = new HashMap<>();
    var batch = new BatchReader();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        for (var record : consumer.poll(Duration.ofMillis(200))) {
          if (Arrays.equals(record.key(), BatchLayout.recordKey())) {
            add(batch, record.value(), times);
          }
        }
      }
    }
    return times;
  }

  private static void add(BatchReader batch, byte[] record, Map<String, List<Long>> times) {
    batch.open(record);
    while (batch.nextSeries()) {
      int begin = batch.nameOffset();
      byte[] name = Arrays.copyOfRange(record, begin, begin + batch.nameLength());
      List<Long> of =
          times.computeIfAbsent(SeriesName.ofCanonical(name).metric(), metric -> new ArrayList<>());
      while (batch.nextPoint()) {
        of.add(batch.timestamp());
      }
    }
  }
}
