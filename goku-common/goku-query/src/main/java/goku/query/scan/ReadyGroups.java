package goku.query.scan;

import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stream of groups that a shard has aggregated in advance. Their memory counts for the query
/// until they are handed over. Owned by the calling thread.
final class ReadyGroups implements PartialStream {
  private final List<GroupPartial> groups;
  private final QueryControl control;
  private long heldBytes;
  private long handedBytes;
  private int next;

  ReadyGroups(List<GroupPartial> groups, QueryControl control) {
    this.groups = groups;
    this.control = control;
    heldBytes = groups.stream().mapToLong(GroupPartial::heldBytes).sum();
    control.hold(heldBytes);
  }

  @Override
  public @Nullable GroupPartial next() {
    release(handedBytes);
    handedBytes = 0;
    if (next == groups.size()) {
      return null;
    }
    GroupPartial group = groups.get(next++);
    handedBytes = group.heldBytes();
    return group;
  }

  private void release(long bytes) {
    control.hold(-bytes);
    heldBytes -= bytes;
  }

  @Override
  public void close() {
    release(heldBytes);
  }
}
