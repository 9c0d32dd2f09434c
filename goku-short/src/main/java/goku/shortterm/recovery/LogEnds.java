package goku.shortterm.recovery;

import goku.model.ShardId;
import goku.shortterm.log.LogRange;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// The current offsets of shards' logs. Thread-safe.
@FunctionalInterface
public interface LogEnds {
  /// Queries, without waiting, the offsets of each shard's log. Its identity is unknown. A missing
  /// answer fails after some seconds.
  Map<ShardId, CompletionStage<LogRange>> ask(Collection<ShardId> shards);
}
