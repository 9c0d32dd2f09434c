package goku.query.scan;

import goku.model.Tag;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.partial.GroupTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds out which tags the series of a group have in common, by their terms. Owned by one thread
/// and used again for each group.
final class TagSummary {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final TermTable terms;

  /// Of the series added last, and room for those of the next.
  private TagTerms last;

  private TagTerms next;

  /// By key: the term of the only tag so far, or one of the above.
  private final int[] only;

  /// Positions of the series, for those who want them.
  private int[] positions = new int[16];

  private int count;

  TagSummary(SeriesSelection selection, TermTable terms) {
    this.terms = terms;
    last = new TagTerms(selection);
    next = new TagTerms(selection);
    only = new int[terms.keyCount()];
  }

  void clear() {
    Arrays.fill(only, NONE);
    count = 0;
  }

  void add(int position) {
    next.load(position);
    for (int n = 0; n < next.count(); n++) {
      int term = next.get(n);
      // the tags of neighbours differ in few places
      if (count == 0 || n >= last.count() || term != last.get(n)) {
        note(term);
      }
    }
    TagTerms added = next;
    next = last;
    last = added;
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, count * 2);
    }
    positions[count++] = position;
  }

  private void note(int term) {
    int key = terms.keyOf(term);
    if (only[key] != term) {
      only[key] = only[key] == NONE ? term : SEVERAL;
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  GroupTags toGroupTags() {
    if (count == 1) {
      return new GroupTags(terms.tags(last), List.of());
    }
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

  /// The tags of the series added last, ascending by key.
  List<Tag> ofLast() {
    return terms.tags(last);
  }

  /// The tags of each series of the group.
  List<List<Tag>> members() {
    List<List<Tag>> members = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      next.load(positions[i]);
      members.add(terms.tags(next));
    }
    return members;
  }
}
