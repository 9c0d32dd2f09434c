package goku.root.routing;

import goku.eventloop.EventLoop;
import goku.model.Holes;
import goku.model.ShardId;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.MergedStream;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ShardGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The merged groups of several hedged calls. Owned by one thread.
final class RoutedStream implements PartialStream {
  private final List<HedgedCall> hedgedCalls;
  private final MergedStream groups;
  private final List<ShardId> unserved;

  private RoutedStream(List<HedgedCall> hedgedCalls, List<ShardId> unserved, QueryControl control) {
    this.hedgedCalls = hedgedCalls;
    this.unserved = unserved;
    groups = new MergedStream(hedgedCalls, control);
  }

  /// Starts all calls concurrently. Returns when the headers of all answers are known.
  static RoutedStream open(
      StoreRouting routing,
      List<RankedReplicas> rankings,
      NodeQuery query,
      ReadRequirements requirements,
      QueryControl control)
      throws InterruptedException {
    EventLoop.leave();
    List<RankedReplicas> served = rankings.stream().filter(RankedReplicas::isServed).toList();
    List<ShardId> unserved =
        rankings.stream()
            .filter(ranking -> !ranking.isServed())
            .map(RankedReplicas::shard)
            .toList();
    List<HedgedCall> hedgedCalls =
        ShardGroup.of(served).stream()
            .map(shardGroup -> new HedgedCall(routing, shardGroup, query, requirements, control))
            .toList();
    var stream = new RoutedStream(hedgedCalls, unserved, control);
    try {
      hedgedCalls.forEach(HedgedCall::start);
      for (HedgedCall call : hedgedCalls) {
        call.open();
      }
      return stream;
    } catch (RuntimeException | Error | InterruptedException e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    return groups.next();
  }

  @Override
  public Holes holes() {
    return groups.holes();
  }

  @Override
  public List<ShardId> missing() {
    List<ShardId> missing = new ArrayList<>(unserved);
    missing.addAll(groups.missing());
    return missing;
  }

  @Override
  public long lagMillis() {
    return groups.lagMillis();
  }

  @Override
  public long pageDatapoints() {
    return groups.pageDatapoints();
  }

  @Override
  public Set<String> origins() {
    return groups.origins();
  }

  /// Cancels all calls before it waits for the first one.
  @Override
  public void close() {
    hedgedCalls.forEach(HedgedCall::cancel);
    groups.close();
  }
}
