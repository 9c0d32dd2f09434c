package goku.query.partial;

import goku.model.Tag;
import java.util.ArrayList;
import java.util.List;

/// The tags of the series of a group.
///
/// @param common tags with one value among the series, ascending by key. Series without the key do
///   not count.
/// @param differing keys with several values among the series, ascending
public record GroupTags(List<Tag> common, List<String> differing) {
  public GroupTags {
    common = List.copyOf(common);
    differing = List.copyOf(differing);
  }

  /// Returns the tags of both groups of series together.
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
