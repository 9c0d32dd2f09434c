package goku.query.shard;

import goku.query.SeriesSelection;
import goku.query.partial.GroupPartial;
import java.util.List;

/// What a shard has of a query without reading all of its series (section 5.3 of the paper).
/// Closing the rest lets go of the data.
///
/// @param groups ascending by key, as they would have been made of the series
/// @param cells how many aggregates were read for them, each of which counts as a datapoint
/// @param origin where the groups come from, for people; see `SeriesSelection`
/// @param rest the series that the groups are short of
public record PreAggregated(
    List<GroupPartial> groups, long cells, String origin, SeriesSelection rest) {
  public PreAggregated {
    groups = List.copyOf(groups);
  }
}
