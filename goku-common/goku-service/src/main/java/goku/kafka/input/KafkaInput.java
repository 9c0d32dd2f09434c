package goku.kafka.input;

import goku.kafka.KafkaConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// The input partitions as Kafka reports them: two requests for each look, and two more for every
/// fourth one. Owned by one thread.
final class KafkaInput implements InputSource {
  /// The looks between two looks at the partitions of topics.
  private static final int PARTITIONS_EVERY = 4;

  private static final int LIMIT_MILLIS = (int) Duration.ofSeconds(3).toMillis();

  private final InputConfig config;
  private final Admin admin;
  private final OldestRecords records;
  private List<TopicPartition> partitions = List.of();
  private int looks;

  KafkaInput(KafkaConfig kafka, InputConfig config, InstantSource clock) {
    this.config = config;
    this.admin = Admin.create(kafka.clientProperties());
    this.records = new OldestRecords(kafka.clientProperties(), clock);
  }

  @Override
  public Map<TopicPartition, Place> places() throws ExecutionException, InterruptedException {
    if (looks % PARTITIONS_EVERY == 0) {
      partitions = partitions();
    }
    looks++;
    Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
    // after the ends, so that a group that keeps up has consumed them
    Map<TopicPartition, Long> positions = committed();
    List<TopicPartition> unread =
        partitions.stream().filter(each -> !positions.containsKey(each)).toList();
    positions.putAll(offsets(unread, OffsetSpec.earliest()));
    Map<TopicPartition, Place> places = new HashMap<>();
    ends.forEach((each, end) -> places.put(each, new Place(positions.getOrDefault(each, 0L), end)));
    return places;
  }

  private List<TopicPartition> partitions() throws ExecutionException, InterruptedException {
    var options = new DescribeTopicsOptions().timeoutMs(LIMIT_MILLIS);
    var described = admin.describeTopics(config.topics(), options).topicNameValues();
    List<TopicPartition> found = new ArrayList<>();
    for (var topic : described.entrySet()) {
      try {
        int count = topic.getValue().get().partitions().size();
        for (int i = 0; i < count; i++) {
          found.add(new TopicPartition(topic.getKey(), i));
        }
      } catch (ExecutionException failed) {
        // nobody has written to a topic that does not exist
        if (!(failed.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw failed;
        }
      }
    }
    return found;
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> of, OffsetSpec spec)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    of.forEach(each -> asked.put(each, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    if (!asked.isEmpty()) {
      var options = new ListOffsetsOptions().timeoutMs(LIMIT_MILLIS);
      admin
          .listOffsets(asked, options)
          .all()
          .get()
          .forEach((each, found) -> offsets.put(each, found.offset()));
    }
    return offsets;
  }

  private Map<TopicPartition, Long> committed() throws ExecutionException, InterruptedException {
    var options = new ListConsumerGroupOffsetsOptions().timeoutMs(LIMIT_MILLIS);
    KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> found =
        admin
            .listConsumerGroupOffsets(config.applicationId(), options)
            .partitionsToOffsetAndMetadata();
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (var entry : found.get().entrySet()) {
      if (entry.getValue() != null) {
        offsets.put(entry.getKey(), entry.getValue().offset());
      }
    }
    return offsets;
  }

  @Override
  public int members() throws ExecutionException, InterruptedException {
    String group = config.applicationId();
    var options = new DescribeConsumerGroupsOptions().timeoutMs(LIMIT_MILLIS);
    try {
      return admin.describeConsumerGroups(List.of(group), options).all().get().values().stream()
          .mapToInt(described -> described.members().size())
          .sum();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof GroupIdNotFoundException) {
        return 0;
      }
      throw failed;
    }
  }

  @Override
  public Map<TopicPartition, Oldest> oldest(Map<TopicPartition, Place> places) {
    return records.read(places);
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
