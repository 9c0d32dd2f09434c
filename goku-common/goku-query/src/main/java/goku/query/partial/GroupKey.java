package goku.query.partial;

import goku.model.Tag;
import java.util.List;

/// The tags that distinguish a group from others, ascending by key: those of the group-by keys, or
/// all tags of a series that is its own group. Answers list groups in the order of their keys.
public record GroupKey(List<Tag> tags) implements Comparable<GroupKey> {
  public GroupKey {
    tags = List.copyOf(tags);
  }

  @Override
  public int compareTo(GroupKey other) {
    return compare(tags, other.tags);
  }

  /// Compares the tags of two series of one metric by the first tags that differ. A prefix comes
  /// first.
  public static int compare(List<Tag> a, List<Tag> b) {
    int common = Math.min(a.size(), b.size());
    for (int i = 0; i < common; i++) {
      int difference = a.get(i).compareTo(b.get(i));
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(a.size(), b.size());
  }
}
