package goku.query.merge;

import goku.model.Tag;
import java.util.List;

/// A group in the answer.
///
/// @param tags of which the series of the group have one value, ascending by key; a key that only
///   some of them have is among them
/// @param aggregateTags keys of which they have several values, ascending
/// @param members the tags of each series of the group
public record GroupResult(
    List<Tag> tags, List<String> aggregateTags, List<List<Tag>> members, AggregatedPoints points) {
  public GroupResult {
    tags = List.copyOf(tags);
    aggregateTags = List.copyOf(aggregateTags);
    members = List.copyOf(members);
  }
}
