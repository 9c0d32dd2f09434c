package goku.query.scan;

import goku.model.Tag;
import goku.query.partial.GroupTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The tags that the series of each of some groups have in common. Owned by one thread at a time.
final class CommonTags {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final TagTable terms;
  private final int keys;

  /// The term of the only tag so far, by group and key, or one of the constants above.
  private final int[] only;

  CommonTags(TagTable terms, int groups) {
    this.terms = terms;
    keys = terms.keyCount();
    only = new int[Math.multiplyExact(groups, keys)];
    clear();
  }

  void clear() {
    Arrays.fill(only, NONE);
  }

  /// Adds a tag of a series of the group.
  void add(int group, int term) {
    int at = group * keys + terms.keyOf(term);
    if (only[at] != term) {
      only[at] = only[at] == NONE ? term : SEVERAL;
    }
  }

  GroupTags of(int group) {
    List<Tag> common = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      int term = only[group * keys + key];
      if (term == SEVERAL) {
        differing.add(terms.keyText(key));
      } else if (term != NONE) {
        common.add(terms.tag(term));
      }
    }
    common.sort(null);
    differing.sort(null);
    return new GroupTags(common, differing);
  }
}
