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

  /// Throws if the query must stop. Called while a group is written, because the client may read
  /// slowly and the groups after it pin memory of the nodes.
  default void check() {}

  static Groups of(List<GroupResult> all) {
    Iterator<GroupResult> rest = all.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }
}
