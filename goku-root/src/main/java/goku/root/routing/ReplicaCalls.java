package goku.root.routing;

import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.delay.HedgeDelays.Operation;
import java.util.List;

/// The two replica calls of a hedged call. The call to the primary is started at once. The fallback
/// is started when the primary fails or is silent for longer than the hedge delay. An abandoned
/// primary is started again when the fallback fails or is silent. Owned by the thread of the hedged
/// call, under the lock of the handoff unless a method says otherwise.
final class ReplicaCalls {
  private final StoreRouting routing;
  private final ShardGroup shardGroup;
  private final NodeQuery query;
  private final ReadRequirements requirements;
  private final QueryControl control;
  final ReplicaCall primary;
  final ReplicaCall fallback;
  private long primaryStartNanos;

  ReplicaCalls(
      StoreRouting routing,
      ShardGroup shardGroup,
      NodeQuery query,
      ReadRequirements requirements,
      QueryControl control,
      GroupHandoff handoff) {
    this.routing = routing;
    this.shardGroup = shardGroup;
    this.query = query;
    this.requirements = requirements;
    this.control = control;
    primary = new ReplicaCall(control, handoff);
    fallback = new ReplicaCall(control, handoff);
  }

  void startPrimary() {
    primaryStartNanos = routing.nanoTime();
    primary.start(own -> routing.call(shardGroup.primary()).query(shardGroup.shards(), query, own));
  }

  /// Starts the fallback because the answer of the primary is behind.
  void failOverToBetter() {
    routing.metrics.failedOver();
    startFallback(shardGroup.withoutPrimary());
  }

  private void startFallback(List<RankedReplicas> rankings) {
    fallback.start(own -> RoutedStream.open(routing, rankings, query, requirements, own));
  }

  long primaryStartNanos() {
    return primaryStartNanos;
  }

  ReplicaCall other(ReplicaCall call) {
    return call == primary ? fallback : primary;
  }

  boolean haveBothFailed() {
    return primary.hasFailed() && fallback.hasFailed();
  }

  /// Fails over from calls that have failed since. Throws failures that are not those of a node.
  void handleFailures() throws InterruptedException {
    handleFailure(primary);
    handleFailure(fallback);
  }

  private void handleFailure(ReplicaCall call) throws InterruptedException {
    Throwable failure = call.failure();
    if (failure == null) {
      return;
    }
    if (!StoreRouting.isNodeFailure(failure)) {
      if (failure instanceof InterruptedException) {
        control.check();
      }
      throw HedgedUnaryCall.rethrown(failure);
    }
    call.fail();
    if (call == primary) {
      routing.failed(shardGroup, failure);
      if (shardGroup.mayServeSome(failure)) {
        fallback.reset(); // it was called without the primary, if at all
      }
    }
    if (other(call).isIdle()) {
      failOver(other(call), failure);
    }
  }

  private void failOver(ReplicaCall to, Throwable failure) {
    if (to == primary) {
      routing.metrics.failedOver();
      startPrimary();
      return;
    }
    List<RankedReplicas> left = shardGroup.fallbackAfter(failure);
    if (left.stream().anyMatch(RankedReplicas::isServed)) {
      routing.metrics.failedOver();
      startFallback(left);
    } else {
      fallback.fail();
    }
  }

  /// Starts the idle call if the other one has been silent for longer than the hedge delay. An
  /// abandoned primary is started again, too: it may have recovered. Returns the nanoseconds to
  /// wait for progress.
  long hedgeIfDue(Operation operation, long sinceNanos) {
    if ((primary.isIdle() || fallback.isIdle()) && shardGroup.hasFallbacks()) {
      long left = sinceNanos + routing.hedgeDelays.delayNanos(operation) - routing.nanoTime();
      if (left > 0) {
        return left;
      }
      if (!routing.mayHedge(shardGroup)) {
        return routing.budgetRecheckNanos();
      }
      routing.metrics.hedged();
      if (fallback.isIdle()) {
        primary.hedge();
        startFallback(shardGroup.withoutPrimary());
      } else {
        startPrimary();
      }
    }
    return Long.MAX_VALUE;
  }

  /// Abandons a call because the answer of the other one is taken.
  void abandon(ReplicaCall call) {
    if (!call.isInProgress()) {
      return;
    }
    if (call == primary) {
      routing.metrics.lost();
      if (primary.isHedged()) {
        routing.lostHedge(shardGroup);
      }
    } else {
      primary.fallbackAbandoned();
    }
    call.abandon();
  }

  /// Tells both calls to stop. Does not wait for them.
  void cancel() {
    primary.cancel();
    fallback.cancel();
  }

  /// Waits until both calls have ended. To be called without the lock.
  void join() {
    primary.join();
    fallback.join();
  }
}
