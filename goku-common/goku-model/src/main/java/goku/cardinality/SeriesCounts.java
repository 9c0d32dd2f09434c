package goku.cardinality;

import goku.model.ShardId;
import java.util.List;

/// The numbers of series in a replica of a shard: the whole shard, the metrics near their limit,
/// and the prefixes that were asked for.
///
/// @param isComplete false while the replica loads: then it lacks series
/// @param lagMillis how long ago the replica had all of its log
public record SeriesCounts(
    ShardId shard, boolean isComplete, long lagMillis, List<ScopeCount> scopes) {
  public SeriesCounts {
    scopes = List.copyOf(scopes);
  }
}
