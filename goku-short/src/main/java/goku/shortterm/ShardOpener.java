package goku.shortterm;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Holes;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.shortterm.backup.Backup;
import goku.shortterm.backup.RestoredLog;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.BucketName;
import goku.shortterm.files.Restorable;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.finalization.ShardLog;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.log.LastEnd;
import goku.shortterm.log.LogRange;
import goku.shortterm.log.LogView;
import goku.shortterm.log.LostEnd;
import goku.shortterm.log.StartPoint;
import goku.shortterm.node.NodeResources;
import goku.shortterm.recovery.RestorePlan;
import goku.shortterm.shard.KeptTime;
import goku.shortterm.shard.Shard;
import goku.time.TrustedClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// The opening of a namespace's shards: decides what a shard starts with, and starts to load it.
///
/// @param namespaces supplies the current namespace
/// @param directory the directory of all shards of the node
/// @param blocklist metrics that bucket files must not contain
/// @param formats the format level in force
/// @param logs supplies the view of a shard's log
/// @param loaders runs the loading
record ShardOpener(
    Supplier<Namespace> namespaces,
    NodeResources node,
    Path directory,
    Backup backup,
    ShardLog log,
    Live<Blocklist> blocklist,
    FormatLevel formats,
    IntFunction<LogView> logs,
    Executor loaders,
    PreAggregationSettings preAggregation) {

  /// The usual distance by which datapoints may be ahead of the clock (`max-future` of ingestors).
  private static final Duration AHEAD = Duration.ofMinutes(10);

  ShardLifecycle open(int number) {
    Namespace namespace = namespaces.get();
    ShardId id = namespace.shard(number);
    backup.shardOpens(id);
    ShardFiles files = files(id);
    LogView view = logs.apply(number);
    var kept = new KeptTime(() -> namespaces.get().memoryTtl(), node.clock());
    var lateness = new StartPoint.Lateness(namespace.backfill(), AHEAD);
    var restored = new Restored(view, lateness, TrustedClock.latestMillis(node.clock()));
    Restorable found = backup.locate(id, files, restored);
    long oldest = node.clock().millis() - kept.get().toMillis();
    long latest = TrustedClock.latestMillis(node.clock());
    var plan =
        RestorePlan.of(found, view, lateness, latest)
            .withLostEnd(LastEnd.of(view.range(), files.directory()), view, oldest, latest);
    backup.shardStarts(id, plan.start().log(), plan.start().holes());
    var shard = new Shard(id, kept, node, new Output(id, namespaces, formats, files, backup));
    shard.followBackfill(() -> namespaces.get().backfill());
    preAggregation.apply(shard);
    var clock =
        new FinalizationClock(
            number,
            () -> namespaces.get().backfill(),
            namespace.disk().isPresent(),
            log,
            through -> shard.blockedMetrics(blocklist.current(), through));
    return new ShardLifecycle(shard, node, files, backup, clock, plan, loaders);
  }

  private ShardFiles files(ShardId id) {
    try {
      return new ShardFiles(ShardFiles.directory(directory, id), node.registry());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot create the directory of shard %s in %s".formatted(id, directory), e);
    }
  }

  /// The log as the search for a snapshot sees it.
  private record Restored(LogView log, StartPoint.Lateness lateness, long latestMillis)
      implements RestoredLog {
    @Override
    public LogRange range() {
      return log.range();
    }

    @Override
    public Holes lostAfter(SnapshotInfo snapshot) {
      return StartPoint.after(snapshot, log, lateness, latestMillis).holes();
    }

    @Override
    public Holes lostOf(SnapshotInfo snapshot) {
      return LostEnd.provenBy(snapshot, log, lateness, latestMillis);
    }

    @Override
    public boolean lacksLost(SnapshotInfo start, SnapshotInfo other) {
      return LostEnd.lacks(start, other, log);
    }
  }

  /// The destination of files: the shard's directory, with copies in S3.
  private record Output(
      ShardId shard,
      Supplier<Namespace> namespaces,
      FormatLevel formats,
      ShardFiles files,
      Backup backup)
      implements BucketOutput {
    /// The format level that adds the versions of bucket files and snapshots with a coverage.
    private static final int COVERAGE_LEVEL = 2;

    /// The format level that adds the version of snapshots with the epoch of the leader.
    private static final int EPOCH_LEVEL = 3;

    @Override
    public boolean statesCoverage() {
      return formats.level() >= COVERAGE_LEVEL;
    }

    @Override
    public boolean statesEpoch() {
      return formats.level() >= EPOCH_LEVEL;
    }

    /// The compactor needs all files, for GokuL.
    @Override
    public boolean wantsAll() {
      return namespaces.get().disk().isPresent();
    }

    @Override
    public boolean isInTiers(FinalizedPart part) {
      return backup.isInTiers(
          shard, new BucketName(part.file().info().startMillis(), part.generation()));
    }

    @Override
    public Path path(long startMillis, int generation) {
      return files.bucket(startMillis, generation);
    }

    @Override
    public void finalized(FinalizedPart part) {
      backup.bucket(shard, part.path(), part.file());
    }

    @Override
    public void dropped(FinalizedPart part) {
      backup.bucketDropped(shard, part.path(), part.file());
    }
  }
}
