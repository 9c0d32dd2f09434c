package goku.rpc.grpc;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.rpc.FoundNames;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node with a prepared answer, so that a benchmark measures the way to the root. Thread-safe.
public final class PreparedNode implements StorageNode {
  private final List<GroupPartial> groups;

  public PreparedNode(List<GroupPartial> groups) {
    this.groups = groups;
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control) {
    control.addSeries(groups.size());
    Iterator<GroupPartial> next = groups.iterator();
    return new PartialStream() {
      @Override
      public @Nullable GroupPartial next() {
        return next.hasNext() ? next.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    return new SuggestedNames(List.of(), Holes.NONE);
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    return new FoundNames(Set.of(), Holes.NONE);
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    return new LookupResult(List.of(), Holes.NONE);
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) {
    return new LastPoints(List.of(), Holes.NONE);
  }

  @Override
  public UsageNode usage() {
    throw new UnsupportedOperationException("nobody asks for it");
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout) {
    return true;
  }
}
