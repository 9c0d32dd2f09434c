package goku.query.shard;

import goku.query.SeriesSelection;
import goku.query.partial.GroupPartial;
import java.util.List;

/// The part of a query that a shard can answer without reading all series (section 5.3 of the
/// paper). Closing `rest` releases the data.
///
/// @param groups groups ascending by key, equal to those that would be made from the series
/// @param cells the number of aggregates read, each of which counts as a datapoint
/// @param origin the source of the groups, for people; see `SeriesSelection`
/// @param rest the series that the groups do not include
public record PreAggregated(
    List<GroupPartial> groups, long cells, String origin, SeriesSelection rest) {
  public PreAggregated {
    groups = List.copyOf(groups);
  }
}
