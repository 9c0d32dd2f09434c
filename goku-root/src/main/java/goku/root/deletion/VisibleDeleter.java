package goku.root.deletion;

import goku.http.AccessCheck;
import goku.http.access.Caller;
import goku.http.access.Need;
import goku.root.planning.Planner;
import goku.root.planning.SeriesQuery;
import java.util.List;

/// A deleter that ignores blocked metrics. Queries do not find them, so deletes must not touch
/// them. Only callers with the role `admin` may delete. Thread-safe.
public record VisibleDeleter(Deleter deleter, Planner planner) implements Deleter {
  @Override
  public void requireAllowed() {
    AccessCheck.require(Caller.current(), Need.ADMIN);
    deleter.requireAllowed();
  }

  @Override
  public void delete(List<SeriesQuery> queries) throws InterruptedException {
    requireAllowed();
    List<SeriesQuery> visible =
        queries.stream().filter(query -> !planner.isHidden(query.metric())).toList();
    if (!visible.isEmpty()) {
      deleter.delete(visible);
    }
  }

  @Override
  public void close() {
    deleter.close();
  }
}
