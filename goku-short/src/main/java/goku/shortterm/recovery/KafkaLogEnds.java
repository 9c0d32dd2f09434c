package goku.shortterm.recovery;

import goku.model.ShardId;
import goku.shortterm.log.LogRange;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/// The offsets of logs in Kafka. Every record counts: the topics have no transactions, whose
/// markers at the end of a partition could not be applied.
///
/// @param topics returns the topic of a namespace
public record KafkaLogEnds(Admin admin, Function<String, Optional<String>> topics)
    implements LogEnds {
  private static final int TIMEOUT_MILLIS = 5000;

  @Override
  public Map<ShardId, CompletionStage<LogRange>> ask(Collection<ShardId> shards) {
    Map<ShardId, TopicPartition> partitions =
        shards.stream().collect(Collectors.toMap(Function.identity(), this::partition));
    var latest = admin.listOffsets(each(partitions, OffsetSpec.latest()), options());
    var earliest = admin.listOffsets(each(partitions, OffsetSpec.earliest()), options());
    Map<ShardId, CompletionStage<LogRange>> answers = new HashMap<>();
    partitions.forEach(
        (shard, partition) ->
            answers.put(
                shard,
                latest
                    .partitionResult(partition)
                    .toCompletionStage()
                    .thenCombine(
                        earliest.partitionResult(partition).toCompletionStage(),
                        (end, start) ->
                            new LogRange(LogRange.UNKNOWN, start.offset(), end.offset()))));
    return answers;
  }

  private static Map<TopicPartition, OffsetSpec> each(
      Map<ShardId, TopicPartition> partitions, OffsetSpec spec) {
    return partitions.values().stream()
        .collect(Collectors.toMap(Function.identity(), partition -> spec));
  }

  private static ListOffsetsOptions options() {
    return new ListOffsetsOptions().timeoutMs(TIMEOUT_MILLIS);
  }

  private TopicPartition partition(ShardId shard) {
    String topic =
        topics
            .apply(shard.namespace())
            .orElseThrow(
                () -> new IllegalStateException("no topic for namespace " + shard.namespace()));
    return new TopicPartition(topic, shard.shard());
  }
}
