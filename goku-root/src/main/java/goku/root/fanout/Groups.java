package goku.root.fanout;

import goku.query.merge.GroupResult;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The groups of one sub query, one after the other.
@FunctionalInterface
public interface Groups {
  /// The next group; null at the end.
  @Nullable GroupResult next() throws InterruptedException;

  /// What was read for them so far.
  default QueryStats stats() {
    return QueryStats.NONE;
  }

  static Groups of(List<GroupResult> all) {
    Iterator<GroupResult> rest = all.iterator();
    return () -> rest.hasNext() ? rest.next() : null;
  }
}
