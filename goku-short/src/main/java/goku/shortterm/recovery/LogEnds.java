package goku.shortterm.recovery;

import goku.model.ShardId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// The current ends of shards' logs. Thread-safe.
@FunctionalInterface
public interface LogEnds {
  /// Queries, without waiting, the offset after the last record of each shard, which is 0 if there
  /// is no record. A missing answer fails after some seconds.
  Map<ShardId, CompletionStage<Long>> ask(Collection<ShardId> shards);
}
