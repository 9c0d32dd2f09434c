package goku.shortterm;

import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.shortterm.backup.Backup;
import goku.shortterm.finalization.ShardLog;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.log.LogView;
import goku.shortterm.node.NodeResources;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// The opening of shards as a node does it.
public final class SimulatedShards {
  private final ShardOpener opener;

  public SimulatedShards(
      Live<Namespaces> namespaces,
      Supplier<Namespace> namespace,
      NodeResources node,
      Path directory,
      Backup backup,
      ShardLog log,
      IntFunction<LogView> logs,
      Executor loaders) {
    opener =
        new ShardOpener(
            namespace,
            node,
            directory,
            backup,
            log,
            new Live<>(Blocklist.NONE),
            FormatLevel.newest(),
            logs,
            loaders,
            new PreAggregationSettings(namespaces, 1));
  }

  public ShardLifecycle open(int shard) {
    return opener.open(shard);
  }
}
