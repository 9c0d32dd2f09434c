package goku.namespace;

import goku.model.Namespaces;

/// Texts of namespaces that tests change.
final class Texts {
  /// `ns1` with disk is the default, `ns2` in memory claims `a.` since second 1,000,000.
  static final String TWO =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk:
            raw-ttl: 2d
            rollups: [{interval: 15m, ttl: 4d}]
            shard-groups: 1
            shards-per-group: 3
          kafka-topic: t1
          s3: {bucket: bucket-1}
          shard-groups: 2
          shards-per-group: 2
        - name: ns2
          backfill: 2h
          memory-ttl: 24h
          kafka-topic: t2
          s3: {bucket: bucket-2}
          shard-groups: 1
          shards-per-group: 1
          metrics: [{prefix: a., since: 1000000}]
      """;

  static final String THIRD =
      """
        - name: ns3
          backfill: 2h
          memory-ttl: 24h
          kafka-topic: t3
          s3: {bucket: bucket-3}
          shard-groups: 1
          shards-per-group: 1
      """;

  private Texts() {}

  static Namespaces read(String yaml) {
    return NamespacesText.of(yaml, "n.yaml").namespaces();
  }
}
