package goku.root.metadata;

import goku.kafka.KafkaNames;
import goku.root.compacted.table.HeldTable;
import goku.root.compacted.table.LoopedTable;

/// Metadata with their topic in memory.
public final class LoopedMetadata {
  private LoopedMetadata() {}

  /// Returns a table whose topic has not been read yet.
  public static LoopedTable<MetadataKey, Metadata> of(long maxBytes) {
    return new LoopedTable<>(
        MetadataStore.kind(KafkaNames.DEFAULT),
        new HeldTable<MetadataKey, Metadata>(maxBytes),
        Integer.MAX_VALUE,
        true);
  }
}
