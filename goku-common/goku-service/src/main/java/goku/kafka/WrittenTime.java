package goku.kafka;

import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/// The time at which a record was written. Any client may write a record without a time. Kafka
/// Streams would end the thread at such a record, and again after each start. Here it counts as
/// written now.
///
/// @param clock the clock for records without a time
public record WrittenTime(InstantSource clock) implements TimestampExtractor {
  @Override
  public long extract(ConsumerRecord<Object, Object> message, long partitionTime) {
    return message.timestamp() >= 0 ? message.timestamp() : clock.millis();
  }
}
