package goku.kafka.input;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.TopicPartition;

/// The state of the input partitions. A method fails if Kafka does not answer in time.
interface InputSource extends AutoCloseable {
  /// The state of a partition.
  ///
  /// @param position the offset that the group consumes next
  /// @param end the offset of the next record that is written
  record Place(long position, long end) {}

  /// The oldest record of a partition from a position on.
  sealed interface Oldest {
    /// A record, with its age by its timestamp.
    record Waits(long ageMillis) implements Oldest {}

    /// No record before the offset.
    record Nothing(long before) implements Oldest {}
  }

  /// Returns the states of all partitions. Topics that do not exist have none.
  Map<TopicPartition, Place> places() throws ExecutionException, InterruptedException;

  /// Returns the number of consumers in the group.
  int members() throws ExecutionException, InterruptedException;

  /// Returns the oldest records from the positions on. Partitions that did not answer in time are
  /// left out.
  Map<TopicPartition, Oldest> oldest(Map<TopicPartition, Place> places);

  @Override
  void close();
}
