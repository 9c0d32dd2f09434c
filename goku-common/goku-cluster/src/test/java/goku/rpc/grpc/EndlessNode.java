package goku.rpc.grpc;

import goku.model.Holes;
import goku.model.NameKind;
import goku.model.ShardId;
import goku.model.Tag;
import goku.model.ValueType;
import goku.query.DeleteOutcome;
import goku.query.NodeQuery;
import goku.query.SeriesPartial;
import goku.query.control.QueryControl;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
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
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A node with endless queries: groups of 8 KB as fast as they are read, up to some number. Then it
/// waits until it is interrupted or its query is stopped.
class EndlessNode implements StorageNode {
  static final int GROUP_BYTES = 8 << 10;

  final AtomicInteger made = new AtomicInteger();
  final CountDownLatch stopped = new CountDownLatch(1);
  private final int groups;

  EndlessNode(int groups) {
    this.groups = groups;
  }

  @Override
  public PartialStream query(List<ShardId> shards, NodeQuery query, QueryControl control) {
    control.addSeries(1000);
    return new PartialStream() {
      @Override
      public GroupPartial next() throws InterruptedException {
        control.check();
        if (made.get() == groups) {
          new CountDownLatch(1).await();
        }
        return group(made.getAndIncrement());
      }

      @Override
      public void close() {
        stopped.countDown();
      }
    };
  }

  private static GroupPartial group(int number) {
    List<Tag> tags = List.of(new Tag("host", "h%08d".formatted(number)));
    double[] values = new double[GROUP_BYTES / Double.BYTES];
    var series =
        new SeriesPartial(tags, new long[values.length], values, ValueType.PLAIN, false, null);
    return new GroupPartial(
        new GroupKey(tags),
        new GroupTags(tags, List.of()),
        List.of(),
        new Contribution.Members(List.of(series)));
  }

  @Override
  public SuggestedNames suggest(List<ShardId> shards, NameKind kind, String prefix, int max) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      stopped.countDown();
    }
    return new SuggestedNames(List.of(), Holes.NONE);
  }

  @Override
  public FoundNames known(List<ShardId> shards, NameKind kind, Set<String> names) {
    throw new IllegalStateException("the disk is on fire");
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
    throw new UnsupportedOperationException("not used by tests");
  }

  @Override
  public DeleteOutcome delete(ShardId shard, long madeMillis, byte[] delete, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean awaitApplied(ShardId shard, long offset, Duration timeout)
      throws InterruptedException {
    Thread.sleep(timeout);
    return false;
  }
}
