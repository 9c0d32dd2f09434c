package goku.query.partial;

import goku.model.Tag;
import java.util.List;

/// The contribution of a node, or a part of a node, to one group.
///
/// @param tags the tags of the series that have a datapoint in the window
/// @param members the tags of each of these series if the query needs them; otherwise empty
public record GroupPartial(
    GroupKey key, GroupTags tags, List<List<Tag>> members, Contribution contribution) {
  private static final long OBJECTS_BYTES = 200;

  public GroupPartial {
    members = List.copyOf(members);
  }

  public long heldBytes() {
    return OBJECTS_BYTES + contribution.heldBytes();
  }
}
