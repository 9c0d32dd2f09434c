package goku.query.merge;

import goku.model.Tag;
import java.util.List;

/// A group in the answer.
///
/// @param tags tags with one value among the group's series, ascending by key. Series without the
///   key do not count.
/// @param aggregateTags keys with several values among the series, ascending
/// @param members the tags of each series of the group
public record GroupResult(
    List<Tag> tags, List<String> aggregateTags, List<List<Tag>> members, AggregatedPoints points) {
  public GroupResult {
    tags = List.copyOf(tags);
    aggregateTags = List.copyOf(aggregateTags);
    members = List.copyOf(members);
  }
}
