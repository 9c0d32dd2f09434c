package goku.kafka.input;

import java.util.List;

/// The lag of the ingestors. Datapoints that wait in the input topics reach no shard, so it is a
/// lower bound for the lag of every shard.
///
/// @param group the consumer group of the ingestors
/// @param members the number of its consumers
/// @param problem the reason why Kafka cannot be read; empty while it can. The lags grow until then
public record InputLag(String group, int members, List<TopicLag> topics, String problem) {
  public InputLag {
    topics = List.copyOf(topics);
  }

  /// The lag of a topic.
  ///
  /// @param records the records that wait
  /// @param lagMillis milliseconds since the ingestors were last known to have consumed all records
  ///   of the slowest partition, the largest of the last five seconds
  public record TopicLag(String topic, long records, long lagMillis) {}

  /// Returns the largest lag of a topic in milliseconds; 0 without topics.
  public long lagMillis() {
    return topics.stream().mapToLong(TopicLag::lagMillis).max().orElse(0);
  }

  /// Returns the records that wait in all topics.
  public long records() {
    return topics.stream().mapToLong(TopicLag::records).sum();
  }
}
