package goku.integration.recovery;

import static org.awaitility.Awaitility.await;

import goku.format.finalize.FinalizeRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// The log of a namespace's shards, handled as an operator's tool would.
public record NamespaceTopic(String bootstrapServers, String topic, int shards) {
  /// Decides that all buckets that end by then are finalized.
  public void finalizeThrough(long throughMillis) {
    Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "acks", "all");
    byte[] record = new FinalizeRecord(throughMillis).toBytes();
    try (var producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int shard = 0; shard < shards; shard++) {
        var _ =
            producer.send(new ProducerRecord<>(topic, shard, FinalizeRecord.recordKey(), record));
      }
      producer.flush();
    }
  }

  /// Removes the topic with all its records. Returns when it was created again.
  public void recreate() {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      Uuid before = id(admin).orElseThrow();
      admin.deleteTopics(List.of(topic)).all().get();
      await("the topic to be created again")
          .until(
              () -> {
                admin.createTopics(List.of(new NewTopic(topic, shards, (short) 1)));
                return id(admin).filter(found -> !found.equals(before)).isPresent();
              });
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Optional<Uuid> id(Admin admin) throws InterruptedException {
    try {
      var described = admin.describeTopics(List.of(topic)).allTopicNames().get();
      return Optional.ofNullable(described.get(topic)).map(TopicDescription::topicId);
    } catch (ExecutionException absent) {
      return Optional.empty();
    }
  }

  /// Removes all that is there by now, as retention would.
  public void deleteRecords() {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      for (int shard = 0; shard < shards; shard++) {
        latest.put(new TopicPartition(topic, shard), OffsetSpec.latest());
      }
      Map<TopicPartition, RecordsToDelete> toDelete = new HashMap<>();
      admin
          .listOffsets(latest)
          .all()
          .get()
          .forEach(
              (partition, end) ->
                  toDelete.put(partition, RecordsToDelete.beforeOffset(end.offset())));
      admin.deleteRecords(toDelete).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
