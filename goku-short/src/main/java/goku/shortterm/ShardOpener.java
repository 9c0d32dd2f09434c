package goku.shortterm;

import goku.format.snapshot.SnapshotInfo;
import goku.model.Blocklist;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.ShardId;
import goku.shortterm.backup.Backup;
import goku.shortterm.bucket.FinalizedPart;
import goku.shortterm.files.ShardFiles;
import goku.shortterm.finalization.BucketOutput;
import goku.shortterm.finalization.FinalizationClock;
import goku.shortterm.finalization.ShardLog;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.node.NodeResources;
import goku.shortterm.recovery.LogRange;
import goku.shortterm.shard.KeptTime;
import goku.shortterm.shard.Shard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// The opening of a namespace's shards: decides what a shard starts with, and starts to load it.
///
/// @param namespaces supplies the current namespace
/// @param directory the directory of all shards of the node
/// @param blocklist metrics that bucket files must not contain
/// @param ranges supplies the offsets of a shard's log
/// @param loaders runs the loading
record ShardOpener(
    Supplier<Namespace> namespaces,
    NodeResources node,
    Path directory,
    Backup backup,
    ShardLog log,
    Live<Blocklist> blocklist,
    IntFunction<LogRange> ranges,
    Executor loaders,
    PreAggregationSettings preAggregation) {

  ShardLifecycle open(int number) {
    Namespace namespace = namespaces.get();
    ShardId id = namespace.shard(number);
    ShardFiles files = files(id);
    Optional<SnapshotInfo> snapshot = backup.locate(id, files, () -> ranges.apply(number).end());
    long logStart = snapshot.isPresent() ? ranges.apply(number).start() : 0;
    var kept = new KeptTime(() -> namespaces.get().memoryTtl(), node.clock());
    var shard = new Shard(id, kept, node, new Output(id, namespaces, files, backup));
    preAggregation.apply(shard);
    var clock =
        new FinalizationClock(
            number,
            () -> namespaces.get().backfill(),
            namespace.disk().isPresent(),
            log,
            through -> shard.blockedMetrics(blocklist.current(), through));
    return new ShardLifecycle(shard, node, files, backup, clock, snapshot, logStart, loaders);
  }

  private ShardFiles files(ShardId id) {
    try {
      return new ShardFiles(
          directory.resolve(id.namespace()).resolve("%05d".formatted(id.shard())), node.registry());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot create the directory of shard %s in %s".formatted(id, directory), e);
    }
  }

  /// The destination of files: the shard's directory, with copies in S3.
  private record Output(
      ShardId shard, Supplier<Namespace> namespaces, ShardFiles files, Backup backup)
      implements BucketOutput {
    /// The compactor needs all files, for GokuL.
    @Override
    public boolean wantsAll() {
      return namespaces.get().disk().isPresent();
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
