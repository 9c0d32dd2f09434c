package goku.compactor.plan;

import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Rollup;
import goku.model.Sharding;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Namespaces for tests.
public final class Deployments {
  private static final Duration COLD_AFTER = Duration.ofDays(80);

  private Deployments() {}

  /// Returns the rollups of Table 3.
  public static List<Rollup> rollups() {
    return List.of(
        new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
        new Rollup(Duration.ofHours(1), Duration.ofDays(365)));
  }

  /// Returns a namespace that keeps raw datapoints for 24 days on disk and for a day in memory.
  public static Namespace namespace(int memoryShards, int diskShards, List<Rollup> rollups) {
    return NamespaceBuilder.namespace("metrics")
        .disk(
            new Disk(
                Duration.ofDays(24), rollups, COLD_AFTER, Optional.of(new Sharding(1, diskShards))))
        .s3Bucket("metrics")
        .shards(1, memoryShards)
        .build();
  }
}
