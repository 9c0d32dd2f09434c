package goku.shortterm.recovery;

import goku.model.ShardId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How many batches each shard is behind the end of its partition, as of the last `refresh`. One
/// thread refreshes; any thread reads.
public final class LagWatch {
  /// The lag of a shard of which nothing is known yet.
  public static final long UNKNOWN = Long.MAX_VALUE;

  private static final Logger LOG = LoggerFactory.getLogger(LagWatch.class);

  private final Admin admin;
  private final Map<String, String> topics;
  private final ToLongFunction<ShardId> appliedOffset;
  private final Map<ShardId, Long> ends = new ConcurrentHashMap<>();

  /// @param topics of each namespace
  /// @param appliedOffset the last offset that a shard has stored, -1 for none
  public LagWatch(Admin admin, Map<String, String> topics, ToLongFunction<ShardId> appliedOffset) {
    this.admin = admin;
    this.topics = Map.copyOf(topics);
    this.appliedOffset = appliedOffset;
  }

  /// Asks Kafka where the partitions of these shards end.
  public void refresh(Set<ShardId> shards) throws InterruptedException {
    Map<TopicPartition, ShardId> partitions =
        shards.stream().collect(Collectors.toMap(this::partition, shard -> shard));
    try {
      var latest =
          partitions.keySet().stream()
              .collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.latest()));
      var earliest =
          partitions.keySet().stream()
              .collect(Collectors.toMap(partition -> partition, any -> OffsetSpec.earliest()));
      var found = admin.listOffsets(latest).all().get();
      var starts = admin.listOffsets(earliest).all().get();
      ends.keySet().retainAll(shards);
      found.forEach(
          (partition, end) -> {
            var start = starts.get(partition);
            // an empty partition has no batch to wait for, wherever its offsets begin
            boolean empty = start != null && start.offset() == end.offset();
            ends.put(partitions.get(partition), empty ? 0 : end.offset());
          });
    } catch (ExecutionException | KafkaException e) {
      LOG.warn(
          "cannot read the end offsets of {} shards; their lag is as of before", shards.size(), e);
    }
  }

  /// Batches that the shard is behind, 0 when it has them all, `UNKNOWN` before the first refresh.
  public long of(ShardId shard) {
    Long end = ends.get(shard);
    if (end == null) {
      return UNKNOWN;
    }
    return Math.max(0, end - 1 - appliedOffset.applyAsLong(shard));
  }

  private TopicPartition partition(ShardId shard) {
    String topic = topics.get(shard.namespace());
    if (topic == null) {
      throw new IllegalStateException("no topic for namespace " + shard.namespace());
    }
    return new TopicPartition(topic, shard.shard());
  }
}
