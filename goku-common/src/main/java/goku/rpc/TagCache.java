package goku.rpc;

import goku.model.Tag;
import goku.query.SeriesSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Makes each tag of a selection once, however many series share it. Thread-safe.
final class TagCache {
  private final SeriesSelection selection;
  private final ConcurrentMap<Integer, Tag> tags = new ConcurrentHashMap<>();

  TagCache(SeriesSelection selection) {
    this.selection = selection;
  }

  List<Tag> tagsOf(int position) {
    int count = selection.tagCount(position);
    List<Tag> result = new ArrayList<>(count);
    for (int n = 0; n < count; n++) {
      result.add(tags.computeIfAbsent(selection.tagTerm(position, n), selection::tag));
    }
    return result;
  }
}
