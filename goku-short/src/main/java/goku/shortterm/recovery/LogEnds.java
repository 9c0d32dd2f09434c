package goku.shortterm.recovery;

import goku.model.ShardId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// Where the logs of shards end at present. Thread-safe.
@FunctionalInterface
public interface LogEnds {
  /// Asks, without waiting, for the offset behind the last record of each, which is 0 when there is
  /// no record. An answer that does not come fails after some seconds.
  Map<ShardId, CompletionStage<Long>> ask(Collection<ShardId> shards);
}
