package goku.query.scan;

import goku.model.Tag;
import goku.query.SeriesSelection;
import goku.query.partial.GroupTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds out which tags the series of a group have in common, by numbers. Owned by one thread and
/// used again for each group.
final class TagSummary {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final SeriesSelection selection;
  private final TermTable terms;

  /// By key: the number of the only tag so far, or one of the above.
  private final int[] only;

  /// Positions of the series, for those who want them.
  private int[] positions = new int[16];

  private int count;

  TagSummary(SeriesSelection selection, TermTable terms) {
    this.selection = selection;
    this.terms = terms;
    only = new int[terms.keyCount()];
  }

  void clear() {
    Arrays.fill(only, NONE);
    count = 0;
  }

  void add(int position) {
    int tags = selection.tagCount(position);
    for (int n = 0; n < tags; n++) {
      int number = terms.number(position, n);
      int key = terms.keyOf(number);
      if (only[key] != number) {
        only[key] = only[key] == NONE ? number : SEVERAL;
      }
    }
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, count * 2);
    }
    positions[count++] = position;
  }

  boolean isEmpty() {
    return count == 0;
  }

  GroupTags toGroupTags() {
    List<Tag> common = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    for (int key = 0; key < only.length; key++) {
      if (only[key] == SEVERAL) {
        differing.add(terms.keyText(key));
      } else if (only[key] != NONE) {
        common.add(terms.tag(only[key]));
      }
    }
    common.sort(null);
    differing.sort(null);
    return new GroupTags(common, differing);
  }

  /// The tags of a series, ascending by key.
  List<Tag> of(int position) {
    Tag[] tags = new Tag[selection.tagCount(position)];
    for (int n = 0; n < tags.length; n++) {
      tags[n] = terms.tag(terms.number(position, n));
    }
    return List.of(tags);
  }

  /// The tags of each series of the group.
  List<List<Tag>> members() {
    List<List<Tag>> members = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      members.add(of(positions[i]));
    }
    return members;
  }
}
