package goku.cardinality;

import goku.model.ShardId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A question for the numbers of series in a shard. Filters of metrics near their limit are part of
/// every answer.
///
/// @param prefixes the prefixes whose series are counted
/// @param wanted the prefixes, or the whole shard, of which a filter is wanted
/// @param known the versions of the filters that the asker has, by scope
public record CountQuery(
    ShardId shard, List<String> prefixes, Set<SeriesScope> wanted, Map<SeriesScope, Long> known) {
  public CountQuery {
    prefixes = List.copyOf(prefixes);
    wanted = Set.copyOf(wanted);
    known = Map.copyOf(known);
  }
}
