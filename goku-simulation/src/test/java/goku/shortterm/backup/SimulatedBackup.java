package goku.shortterm.backup;

import goku.format.bucket.BucketInfo;
import goku.model.CurrentNamespaces;
import goku.model.ShardId;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/// A factory of backups whose tasks run in simulated time.
public final class SimulatedBackup {
  private SimulatedBackup() {}

  private static BackupSettings settings(Path shards) {
    return new BackupSettings(
        shards,
        Tier.MEMORY_BUCKET,
        2,
        4,
        Duration.ofSeconds(1),
        Duration.ofMinutes(1),
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        Duration.ofSeconds(10),
        Duration.ZERO,
        Duration.ofDays(1));
  }

  /// Returns the headers of the bucket files that a shard has reported and still needs.
  public static List<BucketInfo> reported(Backup backup, ShardId shard) {
    return backup.shard(shard).held().stream().map(bucket -> bucket.content().info()).toList();
  }

  /// Returns a backup that has not been started.
  ///
  /// @param shards the directory of the shards of all namespaces
  /// @param tasks run uploads and the regular check
  /// @param recoveries run the parts of recoveries, at once
  public static Backup create(
      Path shards,
      CurrentNamespaces namespaces,
      ObjectStore store,
      FinalizedEvents events,
      ScheduledExecutorService tasks,
      ScheduledExecutorService recoveries,
      RandomGenerator random,
      InstantSource clock,
      MeterRegistry registry) {
    return new Backup(
        namespaces,
        new Destination(store, events, FileChecks.ofFormats(), BackupMetrics.in(registry)),
        settings(shards),
        new BackupThreads(tasks, recoveries, tasks, tasks, random),
        clock,
        registry);
  }
}
