package goku.rpc.grpc;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.rpc.FoundNames;
import goku.rpc.LastPoints;
import goku.rpc.LastQuery;
import goku.rpc.LookupQuery;
import goku.rpc.LookupResult;
import goku.rpc.StorageNode;
import goku.rpc.SuggestedNames;
import goku.rpc.UsageNode;
import goku.rpc.wire.ShownGroups;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A node that records the groups it returned. Repeating a query is no substitute: the errors of
/// sums depend on which thread was first.
final class RecordingNode implements StorageNode {
  final List<String> groups = new CopyOnWriteArrayList<>();
  private final StorageNode node;

  RecordingNode(StorageNode node) {
    this.node = node;
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control)
      throws InterruptedException {
    groups.clear();
    PartialStream stream = node.query(shards, query, control);
    return new PartialStream() {
      @Override
      public @Nullable GroupPartial next() throws InterruptedException {
        GroupPartial group = stream.next();
        if (group != null) {
          groups.add(ShownGroups.of(group));
        }
        return group;
      }

      @Override
      public Holes holes() {
        return stream.holes();
      }

      @Override
      public List<ShardId> missing() {
        return List.of(new ShardId("lost", 3));
      }

      @Override
      public long pageDatapoints() {
        return 4711;
      }

      @Override
      public long lagMillis() {
        return 17;
      }

      @Override
      public Set<String> origins() {
        return Set.of("short", "tier 3 raw");
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  @Override
  public SearchAnswer search(List<ShardId> shards, SeriesSearch query, QueryControl control)
      throws InterruptedException {
    return node.search(shards, query, control);
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    return node.suggest(shards, kind, prefix, max);
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    return node.known(shards, kind, names);
  }

  @Override
  public LookupResult lookup(List<ShardId> shards, LookupQuery query) {
    return node.lookup(shards, query);
  }

  @Override
  public LastPoints last(List<ShardId> shards, LastQuery query) throws InterruptedException {
    return node.last(shards, query);
  }

  @Override
  public UsageNode usage() {
    return node.usage();
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout)
      throws InterruptedException {
    return node.delete(shard, madeMillis, delete, timeout);
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    return node.awaitApplied(shard, offset, timeout);
  }
}
