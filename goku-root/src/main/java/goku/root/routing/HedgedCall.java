package goku.root.routing;

import goku.model.ShardId;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.StreamHeader;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.ShardUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The groups of one share, whichever of its sides gives them. Groups that one side gave are passed
/// over when the other takes over. Owned by one thread.
final class HedgedCall implements PartialStream {
  private final StoreRouting routing;
  private final ShardGroup shardGroup;
  private final ReadRequirements requirements;
  private final QueryControl control;
  private final GroupHandoff handoff;
  private final ReplicaCalls replicaCalls;

  /// Until when a better answer than the one that is there is waited for; the greatest long while
  /// there is none.
  private long graceEndNanos = Long.MAX_VALUE;

  private boolean nodeAnswered;
  private boolean cancelled;

  /// Whose answer is taken; null before it is open and when nobody has one.
  private @Nullable ReplicaCall chosen;

  /// What was said of the answer when it was opened.
  private StreamHeader told;

  HedgedCall(StoreRouting routing, ShardGroup shardGroup, NodeQuery query, ReadRequirements requirements, QueryControl control) {
    this.routing = routing;
    this.shardGroup = shardGroup;
    this.requirements = requirements;
    this.control = control;
    handoff = new GroupHandoff(routing::nanoTime);
    replicaCalls = new ReplicaCalls(routing, shardGroup, query, requirements, control, handoff);
    told = new StreamHeader(shardGroup.shards(), Long.MIN_VALUE, 0, 0);
  }

  /// Asks the node; waits for nothing.
  void start() {
    handoff.lock.lock();
    try {
      replicaCalls.startNode();
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Waits until it is known whose answer is taken, and what that lacks.
  void open() throws InterruptedException {
    handoff.lock.lockInterruptibly();
    try {
      while (chosen == null) {
        control.check();
        replicaCalls.settle();
        if (replicaCalls.haveFailed()) {
          return;
        }
        ReplicaCall best = best();
        if (best != null && isFinal(best)) {
          choose(best);
          told = header(best);
        } else if (best != null) {
          var _ = handoff.news.awaitNanos(untilDeadline(graceLeftNanos()));
        } else {
          long patience = replicaCalls.patienceNanos(Operation.HEADER, replicaCalls.askedNanos());
          var _ = handoff.news.awaitNanos(untilDeadline(patience));
        }
      }
      if (chosen == replicaCalls.node) {
        routing.hedgeDelays.record(Operation.HEADER, chosen.attempt().openedAfterNanos());
      }
    } finally {
      handoff.lock.unlock();
    }
  }

  /// The side with the better answer; null when there is none yet.
  private @Nullable ReplicaCall best() {
    StreamHeader one = replicaCalls.node.header();
    StreamHeader two = replicaCalls.others.header();
    if (one == null) {
      return two == null ? null : replicaCalls.others;
    }
    return two == null || requirements.order().compare(one, two) <= 0 ? replicaCalls.node : replicaCalls.others;
  }

  /// Whether no better answer is to be waited for. The others are asked when they may have one.
  private boolean isFinal(ReplicaCall best) {
    StreamHeader header = header(best);
    if (requirements.isMetBy(header)) {
      return true;
    }
    if (best == replicaCalls.node && replicaCalls.others.isIdle() && shardGroup.mayBeBetter(header, requirements)) {
      replicaCalls.startBetter();
    }
    ReplicaCall other = replicaCalls.other(best);
    if (!other.isRunning() || other.header() != null) {
      return true;
    }
    if (!header.missing().isEmpty()) {
      return false; // as where nobody else has the shards: the node is waited for
    }
    if (graceEndNanos == Long.MAX_VALUE) {
      graceEndNanos = routing.nanoTime() + routing.graceNanos();
    }
    return graceLeftNanos() <= 0;
  }

  private long graceLeftNanos() {
    return graceEndNanos == Long.MAX_VALUE ? Long.MAX_VALUE : graceEndNanos - routing.nanoTime();
  }

  @Override
  public @Nullable GroupPartial next() throws InterruptedException {
    handoff.lock.lockInterruptibly();
    try {
      if (chosen == null) {
        return null;
      }
      long since = routing.nanoTime();
      for (boolean waited = false; ; waited = true) {
        control.check();
        replicaCalls.settle();
        rejectWorse(replicaCalls.other(chosen));
        ReplicaCall ahead = chosen.hasNews() ? chosen : replicaCalls.other(chosen);
        if (ahead.hasNews()) {
          choose(ahead);
          return taken(ahead, waited ? routing.nanoTime() - since : 0);
        }
        if (replicaCalls.haveFailed()) {
          throw new ShardUnavailableException(shardGroup.names());
        }
        long patience = replicaCalls.patienceNanos(Operation.GROUP, since);
        var _ = handoff.news.awaitNanos(untilDeadline(patience));
      }
    } finally {
      handoff.lock.unlock();
    }
  }

  /// An answer that lacks what the other was said to have cannot go on for it.
  private void rejectWorse(ReplicaCall side) {
    StreamHeader header = side.header();
    if (header != null && !requirements.coveredBy(told, header)) {
      side.fail();
    }
  }

  private @Nullable GroupPartial taken(ReplicaCall side, long waitedNanos) {
    if (side == replicaCalls.node) {
      if (waitedNanos > 0) {
        routing.hedgeDelays.record(Operation.GROUP, waitedNanos);
      }
      if (!nodeAnswered) {
        nodeAnswered = true;
        routing.answered(shardGroup);
      }
    }
    GroupPartial group = side.attempt().peek();
    if (group != null) {
      handoff.last = group.key();
      side.attempt().take();
    }
    return group;
  }

  /// The nanoseconds, but no more than there are until the deadline.
  private long untilDeadline(long nanos) {
    return Math.min(nanos, Math.max(1, control.remainingNanos()));
  }

  private void choose(ReplicaCall side) {
    replicaCalls.giveUp(replicaCalls.other(side));
    if (chosen != side) {
      chosen = side;
      side.attempt().adopt();
    }
  }

  private static StreamHeader header(ReplicaCall side) {
    StreamHeader header = side.header();
    if (header == null) {
      throw new IllegalStateException("the answer is not open");
    }
    return header;
  }

  @Override
  public long completeFromMillis() {
    return told.completeFromMillis();
  }

  @Override
  public List<ShardId> missing() {
    return told.missing();
  }

  @Override
  public long lagMillis() {
    return requirements.lagOf(told);
  }

  @Override
  public long pageDatapoints() {
    return told.pageDatapoints();
  }

  @Override
  public Set<String> origins() {
    handoff.lock.lock();
    try {
      Set<String> all = new TreeSet<>(replicaCalls.node.origins());
      all.addAll(replicaCalls.others.origins());
      return all;
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Tells what runs to end; does not wait for it.
  void cancel() {
    handoff.lock.lock();
    try {
      if (!cancelled) {
        cancelled = true;
        countNode();
      }
      replicaCalls.cancel();
    } finally {
      handoff.lock.unlock();
    }
  }

  private void countNode() {
    if (replicaCalls.node.isRunning()) {
      if (chosen == replicaCalls.node) {
        routing.metrics.answered();
      } else {
        routing.metrics.lost();
      }
    }
  }

  @Override
  public void close() {
    cancel();
    replicaCalls.join();
  }
}
