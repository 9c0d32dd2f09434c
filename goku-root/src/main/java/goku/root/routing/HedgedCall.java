package goku.root.routing;

import goku.eventloop.EventLoop;
import goku.model.Holes;
import goku.model.ShardId;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.ReadRequirements;
import goku.root.routing.choice.ShardGroup;
import goku.root.routing.choice.StreamHeader;
import goku.root.routing.delay.HedgeDelays.Operation;
import goku.rpc.ShardUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A hedged call for the groups of one shard group: a call to the primary, and a call to the
/// fallback if the primary fails, is slow or is behind. Groups that one call has delivered are
/// skipped when the other one takes over. Owned by one thread.
final class HedgedCall implements PartialStream {
  private final StoreRouting routing;
  private final ShardGroup shardGroup;
  private final ReadRequirements requirements;
  private final QueryControl control;
  private final GroupHandoff handoff;
  private final ReplicaCalls calls;

  /// The end of the wait for a better answer; `Long.MAX_VALUE` before the first answer.
  private long graceEndNanos = Long.MAX_VALUE;

  private boolean primaryAnswered;

  /// The call whose groups are taken; null before the answer is open and if both calls failed.
  private @Nullable ReplicaCall chosen;

  /// The header that the caller has seen. Groups of a worse answer must not follow.
  private StreamHeader announced;

  HedgedCall(
      StoreRouting routing,
      ShardGroup shardGroup,
      NodeQuery query,
      ReadRequirements requirements,
      QueryControl control) {
    this.routing = routing;
    this.shardGroup = shardGroup;
    this.requirements = requirements;
    this.control = control;
    handoff = new GroupHandoff(routing::nanoTime);
    calls = new ReplicaCalls(routing, shardGroup, query, requirements, control, handoff);
    announced = new StreamHeader(shardGroup.shards(), Holes.NONE, 0, 0);
  }

  /// Starts the call to the primary. Does not wait.
  void start() {
    handoff.lock.lock();
    try {
      calls.startPrimary();
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Waits until one of the two answers is chosen and its header is known.
  void open() throws InterruptedException {
    EventLoop.leave();
    handoff.lock.lockInterruptibly();
    try {
      while (chosen == null) {
        control.check();
        calls.handleFailures();
        if (calls.haveBothFailed()) {
          return;
        }
        ReplicaCall best = best();
        if (best != null && isFinal(best)) {
          choose(best);
          announced = header(best);
        } else if (best != null) {
          var _ = handoff.changed.awaitNanos(untilDeadline(graceLeftNanos()));
        } else {
          long waitNanos = calls.hedgeIfDue(Operation.HEADER, calls.primaryStartNanos());
          var _ = handoff.changed.awaitNanos(untilDeadline(waitNanos));
        }
      }
      if (chosen == calls.primary) {
        routing.hedgeDelays.record(Operation.HEADER, chosen.attempt().openNanos());
      }
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Returns the call with the better answer; null if neither is open.
  private @Nullable ReplicaCall best() {
    StreamHeader primary = calls.primary.header();
    StreamHeader fallback = calls.fallback.header();
    if (primary == null) {
      return fallback == null ? null : calls.fallback;
    }
    return fallback == null || requirements.order().compare(primary, fallback) <= 0
        ? calls.primary
        : calls.fallback;
  }

  /// Returns whether no better answer is worth waiting for. Starts the fallback if it may have a
  /// better answer.
  private boolean isFinal(ReplicaCall best) {
    StreamHeader header = header(best);
    if (requirements.isMetBy(header)) {
      return true;
    }
    if (best == calls.primary
        && calls.fallback.isIdle()
        && shardGroup.mayBeBetter(header, requirements)) {
      calls.failOverToBetter();
    }
    ReplicaCall other = calls.other(best);
    if (!other.isInProgress() || other.header() != null) {
      return true;
    }
    if (!header.missing().isEmpty()) {
      return false; // without a fallback, too, the call waits for the primary
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
        calls.handleFailures();
        rejectWorse(calls.primary);
        rejectWorse(calls.fallback);
        ReplicaCall ready = chosen.isReadable() ? chosen : calls.other(chosen);
        if (ready.isReadable()) {
          choose(ready);
          return take(ready, waited ? routing.nanoTime() - since : 0);
        }
        if (calls.haveBothFailed()) {
          throw new ShardUnavailableException(shardGroup.names());
        }
        long waitNanos = calls.hedgeIfDue(Operation.GROUP, since);
        EventLoop.leave();
        var _ = handoff.changed.awaitNanos(untilDeadline(waitNanos));
      }
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Fails a call whose answer lacks what the announced header promised. The chosen call is no
  /// exception: if it is a fallback that was started again, it has another answer.
  private void rejectWorse(ReplicaCall call) {
    StreamHeader header = call.header();
    if (header != null
        && !call.attempt().isAdopted()
        && !requirements.coveredBy(announced, header)) {
      call.fail();
    }
  }

  private @Nullable GroupPartial take(ReplicaCall call, long waitedNanos) {
    if (call == calls.primary) {
      if (waitedNanos > 0) {
        routing.hedgeDelays.record(Operation.GROUP, waitedNanos);
      }
      if (!primaryAnswered) {
        primaryAnswered = true;
        routing.answered(shardGroup);
      }
    }
    GroupPartial group = call.attempt().peek();
    if (group != null) {
      handoff.lastTaken = group.key();
      call.attempt().take();
    }
    return group;
  }

  /// Returns the nanoseconds, limited to the time until the deadline.
  private long untilDeadline(long nanos) {
    return Math.min(nanos, Math.max(1, control.remainingNanos()));
  }

  private void choose(ReplicaCall call) {
    calls.abandon(calls.other(call));
    chosen = call;
    call.attempt().adopt(); // the chosen call may have a new attempt
  }

  private static StreamHeader header(ReplicaCall call) {
    StreamHeader header = call.header();
    if (header == null) {
      throw new IllegalStateException("the answer is not open");
    }
    return header;
  }

  @Override
  public Holes holes() {
    return announced.holes();
  }

  @Override
  public List<ShardId> missing() {
    return announced.missing();
  }

  @Override
  public long lagMillis() {
    return requirements.lagOf(announced);
  }

  @Override
  public long pageDatapoints() {
    return announced.pageDatapoints();
  }

  @Override
  public Set<String> origins() {
    handoff.lock.lock();
    try {
      Set<String> all = new TreeSet<>(calls.primary.origins());
      all.addAll(calls.fallback.origins());
      return all;
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Tells both calls to stop. Does not wait for them.
  void cancel() {
    handoff.lock.lock();
    try {
      countPrimary();
      calls.cancel();
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Counts the call to the primary. A second `cancel` counts nothing, because the call is no
  /// longer in progress.
  private void countPrimary() {
    if (calls.primary.isInProgress()) {
      if (chosen == calls.primary) {
        routing.metrics.answered();
      } else {
        routing.metrics.lost();
      }
    }
  }

  @Override
  public void close() {
    cancel();
    calls.join();
  }
}
