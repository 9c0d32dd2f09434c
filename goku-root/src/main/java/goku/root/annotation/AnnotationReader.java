package goku.root.annotation;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the topic from its beginning, then follows it. What it reads is shown in the table once it
/// has come to where the topic ended when it began, so that nobody sees half of the annotations,
/// nor any that were deleted while nobody read. Owned by one thread.
final class AnnotationReader {
  private static final Logger LOG = LoggerFactory.getLogger(AnnotationReader.class);

  private final Consumer<byte[], byte[]> consumer;
  private final AnnotationTable table;
  private final ReadPosition position;
  private final Counter unreadable;
  private final ConcurrentNavigableMap<AnnotationKey, Annotation> annotations =
      new ConcurrentSkipListMap<>();
  private final long end;
  private boolean shown;

  AnnotationReader(
      Consumer<byte[], byte[]> consumer,
      AnnotationTable table,
      ReadPosition position,
      Counter unreadable) {
    this.consumer = consumer;
    this.table = table;
    this.position = position;
    this.unreadable = unreadable;
    var partitions = List.of(AnnotationTopic.PARTITION);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    end = consumer.endOffsets(partitions).getOrDefault(AnnotationTopic.PARTITION, 0L);
  }

  /// Takes in what there is, or what comes within `wait`.
  void poll(Duration wait) {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
      apply(record);
    }
    long next = consumer.position(AnnotationTopic.PARTITION);
    if (!shown && next >= end) {
      table.replaceBy(annotations);
      shown = true;
    }
    if (shown) {
      position.set(next);
    }
  }

  private void apply(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.key() == null) {
        throw new IllegalArgumentException("no key");
      }
      AnnotationKey key = AnnotationRecord.key(record.key());
      if (record.value() == null) {
        annotations.remove(key);
      } else {
        annotations.put(key, AnnotationRecord.value(key, record.value()));
      }
    } catch (IllegalArgumentException e) {
      unreadable.increment();
      LOG.warn(
          "the record at offset {} of {} is no annotation: {}",
          record.offset(),
          record.topic(),
          e.getMessage());
    }
  }
}
