package goku.root.metadata;

import goku.kafka.KafkaConfig;
import goku.kafka.KafkaNames;
import goku.root.compacted.table.HeldTable;
import goku.root.compacted.table.RecordFormat;
import goku.root.compacted.table.TableKind;
import goku.root.compacted.table.TableStore;
import goku.root.compacted.table.TopicTable;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/// The table of metadata and its topic.
public final class MetadataStore {
  /// The part of the heap for metadata.
  private static final int HEAP_PART = 32;

  private MetadataStore() {}

  /// Creates an empty store. Only its memory limits the number of descriptions.
  public static TableStore<MetadataKey, Metadata> of(KafkaConfig kafka, MeterRegistry registry) {
    var table = new HeldTable<MetadataKey, Metadata>(Runtime.getRuntime().maxMemory() / HEAP_PART);
    Gauge.builder("goku.root.metadata", table, HeldTable::size)
        .description("metadata in memory")
        .register(registry);
    return new TopicTable<>(kind(kafka.names()), table, kafka, Integer.MAX_VALUE, registry);
  }

  static TableKind<MetadataKey, Metadata> kind(KafkaNames names) {
    return new TableKind<>(
        names.metadata(),
        "metadata",
        "metadata",
        new RecordFormat<>(
            MetadataSerde::serializeKey,
            MetadataSerde::deserializeKey,
            MetadataSerde::serializeValue,
            MetadataSerde::deserializeValue));
  }
}
