package goku.root.routing;

import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.root.routing.choice.RankedReplicas;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.delay.HedgeDelays.Operation;
import java.util.List;

/// The two sides of a share, and when each of them is asked: the node at once, the others when the
/// node fails or is silent for long, and the node again when the others are. Owned by the lane's
/// thread, under the lock of the exchange unless said otherwise.
final class ReplicaCalls {
  private final StoreRouting routing;
  private final ShardGroup shardGroup;
  private final NodeQuery query;
  private final ReadRequirements requirements;
  private final QueryControl control;
  final ReplicaCall node;
  final ReplicaCall others;
  private long askedNanos;

  /// The others were asked because the node was silent.
  private boolean hedged;

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
    node = new ReplicaCall(control, handoff);
    others = new ReplicaCall(control, handoff);
  }

  void startNode() {
    askedNanos = routing.nanoTime();
    node.start(own -> routing.call(shardGroup.primary()).query(shardGroup.shards(), query, own));
  }

  /// The answer of the node is behind, and others may be better.
  void startBetter() {
    routing.metrics.failedOver();
    startOthers(shardGroup.withoutPrimary());
  }

  private void startOthers(List<RankedReplicas> rankings) {
    others.start(own -> RoutedStream.open(routing, rankings, query, requirements, own));
  }

  /// When the node was asked.
  long askedNanos() {
    return askedNanos;
  }

  ReplicaCall other(ReplicaCall side) {
    return side == node ? others : node;
  }

  boolean haveFailed() {
    return node.hasFailed() && others.hasFailed();
  }

  /// Looks who has died since; the other side is asked instead, if it can be. Throws what is no
  /// failure of a node.
  void settle() throws InterruptedException {
    settle(node);
    settle(others);
  }

  private void settle(ReplicaCall side) throws InterruptedException {
    Throwable death = side.death();
    if (death == null) {
      return;
    }
    if (!StoreRouting.isNodeFailure(death)) {
      if (death instanceof InterruptedException) {
        control.check();
      }
      throw HedgedUnaryCall.rethrown(death);
    }
    side.fail();
    if (side == node) {
      routing.failed(shardGroup, death);
      if (shardGroup.mayServeSome(death)) {
        others.reset(); // they were asked without it, if at all
      }
    }
    if (other(side).isIdle()) {
      failOver(other(side), death);
    }
  }

  private void failOver(ReplicaCall to, Throwable death) {
    if (to == node) {
      routing.metrics.failedOver();
      startNode();
      return;
    }
    List<RankedReplicas> left = shardGroup.fallbackAfter(death);
    if (left.stream().anyMatch(RankedReplicas::isServed)) {
      routing.metrics.failedOver();
      startOthers(left);
    } else {
      others.fail();
    }
  }

  /// Nanoseconds to wait for news. When the one side has been silent for long the other is asked,
  /// also a node that was overtaken before: it may be back, and the others may not.
  long patienceNanos(Operation operation, long sinceNanos) {
    if ((node.isIdle() || others.isIdle()) && shardGroup.hasFallbacks()) {
      long left = sinceNanos + routing.hedgeDelays.delayNanos(operation) - routing.nanoTime();
      if (left > 0) {
        return left;
      }
      if (!routing.mayHedge(shardGroup)) {
        return routing.budgetRecheckNanos();
      }
      routing.metrics.hedged();
      hedged = others.isIdle();
      if (hedged) {
        startOthers(shardGroup.withoutPrimary());
      } else {
        startNode();
      }
    }
    return Long.MAX_VALUE;
  }

  /// The answer of the one side is taken: the other is given up.
  void giveUp(ReplicaCall side) {
    if (!side.isRunning()) {
      return;
    }
    if (side == node) {
      routing.metrics.lost();
      if (hedged) {
        routing.lostHedge(shardGroup);
      }
    }
    side.stop();
    hedged = false;
  }

  /// Tells what runs to end; does not wait for it.
  void cancel() {
    node.cancel();
    others.cancel();
  }

  /// Without the lock: waits until nothing runs.
  void join() {
    node.join();
    others.join();
  }
}
