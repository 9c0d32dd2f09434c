package goku.root.fanout;

import goku.query.merge.GroupResult;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An iterator over the groups of one sub-query.
@FunctionalInterface
public interface Groups {
  /// Returns the next group; null at the end.
  @Nullable GroupResult next() throws InterruptedException;

  /// Returns the statistics of the groups read so far.
  default QueryStats stats() {
    return QueryStats.NONE;
  }

  static Groups of(List<GroupResult> all) {
    Iterator<GroupResult> rest = all.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }
}
