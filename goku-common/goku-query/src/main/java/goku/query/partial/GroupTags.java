package goku.query.partial;

import goku.model.Tag;
import java.util.ArrayList;
import java.util.List;

/// What tags the series of a group have.
///
/// @param common tags of which the series have one value, ascending by key; a key that only some of
///   them have is among them
/// @param differing keys of which they have several values, ascending
public record GroupTags(List<Tag> common, List<String> differing) {
  public GroupTags {
    common = List.copyOf(common);
    differing = List.copyOf(differing);
  }

  /// The tags of both together.
  GroupTags with(GroupTags other) {
    if (equals(other)) {
      return this;
    }
    List<Tag> common = new ArrayList<>();
    List<String> differing = union(this.differing, other.differing);
    int i = 0;
    int j = 0;
    while (i < this.common.size() || j < other.common.size()) {
      Tag mine = i < this.common.size() ? this.common.get(i) : null;
      Tag theirs = j < other.common.size() ? other.common.get(j) : null;
      int order = mine == null ? 1 : theirs == null ? -1 : mine.key().compareTo(theirs.key());
      if (mine != null && theirs != null && order == 0 && !mine.equals(theirs)) {
        differing.add(mine.key());
      } else {
        common.add(mine != null && order <= 0 ? mine : theirs);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    differing.sort(null);
    common.removeIf(tag -> differing.contains(tag.key()));
    return new GroupTags(common, differing);
  }

  private static List<String> union(List<String> a, List<String> b) {
    List<String> union = new ArrayList<>(a);
    for (String key : b) {
      if (!union.contains(key)) {
        union.add(key);
      }
    }
    return union;
  }
}
