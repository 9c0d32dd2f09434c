package goku.rpc;

import goku.model.Tag;
import goku.query.SeriesSelection;
import goku.query.TagTerms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A cache that creates each tag of a selection once, however many series share the tag. Owned by
/// one thread.
final class TagCache {
  private final SeriesSelection selection;
  private final TagTerms terms;
  private final Map<Integer, Tag> tags = new HashMap<>();

  TagCache(SeriesSelection selection) {
    this.selection = selection;
    terms = new TagTerms(selection);
  }

  List<Tag> tagsOf(int position) {
    terms.load(position);
    List<Tag> result = new ArrayList<>(terms.count());
    for (int n = 0; n < terms.count(); n++) {
      result.add(tags.computeIfAbsent(terms.get(n), selection::tag));
    }
    return result;
  }
}
