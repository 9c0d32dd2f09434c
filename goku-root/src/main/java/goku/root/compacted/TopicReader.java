package goku.root.compacted;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A reader that reads the topic from its beginning and then follows it. Owned by one thread.
public final class TopicReader {
  private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final TopicContent.Pass pass;
  private final ReadPosition position;
  private final Counter unreadable;
  private final long end;
  private boolean complete;

  public TopicReader(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      TopicContent content,
      ReadPosition position,
      Counter unreadable) {
    this.consumer = consumer;
    this.partition = partition;
    this.position = position;
    this.unreadable = unreadable;
    var partitions = List.of(partition);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    end = consumer.endOffsets(partitions).getOrDefault(partition, 0L);
    pass = content.begin();
  }

  /// Applies the available records, waiting up to `wait` for the first.
  public void poll(Duration wait) {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
      apply(record);
    }
    long next = consumer.position(partition);
    if (!complete && next >= end) {
      pass.complete();
      complete = true;
    }
    if (complete) {
      position.set(next);
    }
  }

  private void apply(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.key() == null) {
        throw new IllegalArgumentException("no key");
      }
      if (record.value() == null) {
        pass.remove(record.key());
      } else {
        pass.put(record.key(), record.value());
      }
    } catch (IllegalArgumentException e) {
      unreadable.increment();
      LOG.warn(
          "skipping malformed record topic={} offset={} error={}",
          record.topic(),
          record.offset(),
          e.getMessage());
    }
  }
}
