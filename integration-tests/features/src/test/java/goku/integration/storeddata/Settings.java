package goku.integration.storeddata;

import goku.config.NamespacesFile;
import goku.model.Namespace;

/// The settings of the only namespace that tests change.
///
/// @param disk the value of `disk`
record Settings(String backfill, String memoryTtl, String disk) {
  static final String TOPIC = "goku-ns1";
  static final int SHARDS = 2;

  String yaml() {
    return """
    namespaces:
      - name: ns1
        default: true
        backfill: %s
        memory-ttl: %s
        disk: %s
        kafka-topic: %s
        s3: {bucket: %s}
        shard-groups: 1
        shards-per-group: %d
        metrics: []
    """
        .formatted(backfill, memoryTtl, disk, TOPIC, TOPIC, SHARDS);
  }

  Namespace namespace() {
    return NamespacesFile.parse(yaml(), "settings of the test").defaultNamespace();
  }
}
