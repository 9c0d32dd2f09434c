package goku.query.scan;

import goku.model.Tag;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import goku.query.partial.GroupTags;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A collector of the tags that the series of a group have in common, by their terms. Reused for
/// each group. Owned by one thread.
final class TagSummary {
  private final TagTable terms;

  /// The tags of the series added last, and a buffer for the next series.
  private TagTerms last;

  private TagTerms next;

  private final CommonTags common;

  /// Positions of the series, for `members`.
  private int[] positions = new int[16];

  private int count;

  TagSummary(SeriesSelection selection, TagTable terms) {
    this.terms = terms;
    last = new TagTerms(selection);
    next = new TagTerms(selection);
    common = new CommonTags(terms, 1);
  }

  void clear() {
    common.clear();
    count = 0;
  }

  void add(int position) {
    next.load(position);
    for (int n = 0; n < next.count(); n++) {
      int term = next.get(n);
      // the tags of neighbours differ in few places
      if (count == 0 || n >= last.count() || term != last.get(n)) {
        common.add(0, term);
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

  boolean isEmpty() {
    return count == 0;
  }

  GroupTags toGroupTags() {
    return count == 1 ? new GroupTags(terms.tags(last), List.of()) : common.of(0);
  }

  /// Returns the tags of the series added last, ascending by key.
  List<Tag> ofLast() {
    return terms.tags(last);
  }

  /// Returns the tags of each series of the group.
  List<List<Tag>> members() {
    List<List<Tag>> members = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      next.load(positions[i]);
      members.add(terms.tags(next));
    }
    return members;
  }
}
