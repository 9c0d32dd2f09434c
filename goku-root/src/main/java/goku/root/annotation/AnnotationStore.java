package goku.root.annotation;

import goku.kafka.KafkaConfig;
import goku.kafka.KafkaNames;
import goku.root.compacted.table.RecordFormat;
import goku.root.compacted.table.TableKind;
import goku.root.compacted.table.TableStore;
import goku.root.compacted.table.TableWriter;
import goku.root.compacted.table.TopicTable;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// The annotations of a root: their table, reader and writer. `start` and `close` are called once,
/// by one thread. All else is thread-safe.
public final class AnnotationStore implements AutoCloseable {
  private final AnnotationTable table = new AnnotationTable();
  private final TableStore<AnnotationKey, Annotation> store;

  /// Creates an empty store.
  ///
  /// @param max the largest number of annotations
  public AnnotationStore(KafkaConfig kafka, int max, MeterRegistry registry) {
    store = new TopicTable<>(kind(kafka.names()), table.held(), kafka, max, registry);
    Gauge.builder("goku.root.annotations", table, AnnotationTable::size)
        .description("annotations in memory")
        .register(registry);
  }

  /// Starts to read the topic.
  public void start() {
    store.start();
  }

  public AnnotationTable table() {
    return table;
  }

  public TableWriter<AnnotationKey, Annotation> writer() {
    return store.writer();
  }

  /// Returns whether all annotations have been read once. They stay available if Kafka fails later.
  public Check check() {
    return store.check();
  }

  @Override
  public void close() {
    store.close();
  }

  static TableKind<AnnotationKey, Annotation> kind(KafkaNames names) {
    return new TableKind<>(
        names.annotations(),
        "annotations",
        "an annotation",
        new RecordFormat<>(
            AnnotationSerde::serializeKey,
            AnnotationSerde::deserializeKey,
            AnnotationSerde::serializeValue,
            AnnotationSerde::deserializeValue));
  }
}
