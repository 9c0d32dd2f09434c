package goku.root.annotation;

import goku.kafka.KafkaNames;
import goku.root.compacted.table.LoopedTable;
import goku.root.compacted.table.TableKind;
import goku.root.compacted.table.TableWriter;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// Annotations with their topic in memory. The reader gets the writer's records at once, or never
/// after `stopReading`.
public final class LoopedTopic {
  static final TableKind<AnnotationKey, Annotation> KIND = AnnotationStore.kind(KafkaNames.DEFAULT);
  static final TopicPartition PARTITION = new TopicPartition(KIND.topic(), 0);

  private final AnnotationTable table;
  private final LoopedTable<AnnotationKey, Annotation> looped;

  public LoopedTopic(int max) {
    this(max, true);
  }

  /// Creates a topic.
  ///
  /// @param acknowledging whether the broker acknowledges records
  LoopedTopic(int max, boolean acknowledging) {
    this(max, acknowledging, new AnnotationTable());
  }

  private LoopedTopic(int max, boolean acknowledging, AnnotationTable table) {
    this.table = table;
    looped = new LoopedTable<>(KIND, table.held(), max, acknowledging);
  }

  /// Returns a topic that has been read to its end.
  public static LoopedTopic readyFor(int max) {
    var topic = new LoopedTopic(max);
    topic.poll();
    return topic;
  }

  static LoopedTopic readyFor(int max, long maxBytes) {
    var topic = new LoopedTopic(max, true, new AnnotationTable(maxBytes));
    topic.poll();
    return topic;
  }

  public AnnotationTable table() {
    return table;
  }

  public TableWriter<AnnotationKey, Annotation> writer() {
    return looped.writer();
  }

  /// Returns the records sent so far.
  public List<ProducerRecord<byte[], byte[]>> sent() {
    return looped.sent();
  }

  void poll() {
    looped.poll();
  }

  void stopReading() {
    looped.stopReading();
  }
}
