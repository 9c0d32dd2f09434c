package goku.ingest.stream;

import goku.format.batch.InputPartition;
import goku.ingest.routing.BatchAccumulator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;

/// The partitions of input topics that a stream thread reads, with what identifies their records.
/// Owned by the thread.
final class InputReadings {
  private record Reading(InputPartition input, long offset) {}

  private final Function<String, UUID> topicIds;
  private final BatchAccumulator batches;
  private final Map<TopicPartition, Reading> readings = new HashMap<>();

  /// @param topicIds asks Kafka for the id of a topic
  InputReadings(Function<String, UUID> topicIds, BatchAccumulator batches) {
    this.topicIds = topicIds;
    this.batches = batches;
  }

  /// Begins the next record of a partition.
  ///
  /// @param leaderEpoch epoch of the leader that appended the record; -1 if unknown
  void begin(TopicPartition partition, long offset, int leaderEpoch) {
    Reading last = readings.get(partition);
    InputPartition input;
    if (last == null) {
      input = input(partition, leaderEpoch);
    } else if (offset <= last.offset) {
      input = afterStepBack(last, partition, leaderEpoch);
    } else if (leaderEpoch < 0 || leaderEpoch == last.input.leaderEpoch()) {
      input = last.input;
    } else if (leaderEpoch < last.input.leaderEpoch()) {
      input = afterStepBack(last, partition, leaderEpoch);
    } else {
      input = new InputPartition(last.input.topic(), partition.partition(), leaderEpoch);
    }
    readings.put(partition, new Reading(input, offset));
    batches.beginRecord(input, offset);
  }

  /// Ends the readings of a task, which has the partitions of this number. Drops what was gathered
  /// from them and not sent.
  void end(int number) {
    for (TopicPartition partition : List.copyOf(readings.keySet())) {
      if (partition.partition() == number) {
        Reading ended = readings.remove(partition);
        if (ended != null) {
          batches.forget(ended.input);
        }
      }
    }
  }

  /// Offsets or leader epochs go back if the topic was created again, or if its log was cut. The
  /// datapoints gathered before may not be read again, so they are sent.
  private InputPartition afterStepBack(Reading last, TopicPartition partition, int leaderEpoch) {
    batches.drain();
    batches.forget(last.input);
    return input(partition, leaderEpoch);
  }

  private InputPartition input(TopicPartition partition, int leaderEpoch) {
    return new InputPartition(
        topicIds.apply(partition.topic()), partition.partition(), leaderEpoch);
  }
}
