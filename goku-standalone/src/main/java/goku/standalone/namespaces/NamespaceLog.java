package goku.standalone.namespaces;

import goku.kafka.KafkaNames;
import goku.kafka.Topics;
import goku.model.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// The topic of a namespace, and the GokuS nodes that consume it. A failure is a [KafkaException].
///
/// @param patience how long nodes may take to close their shards
record NamespaceLog(Admin admin, KafkaNames kafkaNames, Duration patience) {
  private static final long LOOK_EVERY_MILLIS = 200;

  /// Returns the number of records that the topic has; 0 without a topic.
  long records(Namespace namespace) throws InterruptedException {
    Optional<Integer> partitions = Topics.partitions(admin, namespace.kafkaTopic());
    if (partitions.isEmpty()) {
      return 0;
    }
    List<TopicPartition> all =
        IntStream.range(0, partitions.get())
            .mapToObj(partition -> new TopicPartition(namespace.kafkaTopic(), partition))
            .toList();
    return sum(all, OffsetSpec.latest()) - sum(all, OffsetSpec.earliest());
  }

  private long sum(List<TopicPartition> partitions, OffsetSpec spec) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> asked =
        partitions.stream().collect(Collectors.toMap(partition -> partition, _ -> spec));
    try {
      return admin.listOffsets(asked).all().get().values().stream()
          .mapToLong(ListOffsetsResultInfo::offset)
          .sum();
    } catch (ExecutionException failed) {
      throw failed("read the offsets of", partitions.getFirst().topic(), failed);
    }
  }

  /// Waits until no GokuS node consumes the topic. Returns false if one still does.
  ///
  /// @param all the names of all namespaces
  boolean awaitUnused(Namespace namespace, Collection<String> all) throws InterruptedException {
    Instant end = Instant.now().plus(patience);
    while (isUsed(namespace, all)) {
      if (Instant.now().isAfter(end)) {
        return false;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    return true;
  }

  private boolean isUsed(Namespace namespace, Collection<String> all) throws InterruptedException {
    try {
      return admin.listGroups(ListGroupsOptions.forConsumerGroups()).all().get().stream()
          .filter(
              group -> group.groupState().filter(state -> state != GroupState.EMPTY).isPresent())
          .map(GroupListing::groupId)
          .anyMatch(group -> owner(group, all).equals(Optional.of(namespace.name())));
    } catch (ExecutionException failed) {
      throw failed("list the consumers of", namespace.kafkaTopic(), failed);
    }
  }

  /// Returns the namespace of a group. Its name is followed by that of a zone, and both may have
  /// dashes, so the longest name counts.
  private Optional<String> owner(String group, Collection<String> namespaces) {
    return namespaces.stream()
        .filter(name -> group.startsWith(kafkaNames.shortGroup(name, "")))
        .max(Comparator.comparingInt(String::length));
  }

  /// Deletes the topic. Returns false if it does not exist.
  boolean delete(Namespace namespace) throws InterruptedException {
    try {
      var _ = admin.deleteTopics(List.of(namespace.kafkaTopic())).all().get();
      return true;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw failed("delete", namespace.kafkaTopic(), failed);
    }
  }

  private static KafkaException failed(String task, String topic, ExecutionException failed) {
    return new KafkaException(
        "cannot %s topic=%s: %s".formatted(task, topic, failed.getCause()), failed);
  }
}
