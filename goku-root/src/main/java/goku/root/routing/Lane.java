package goku.root.routing;

import goku.model.ShardId;
import goku.query.NodeQuery;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.Latencies.Wait;
import goku.root.routing.choice.Header;
import goku.root.routing.choice.Route;
import goku.root.routing.choice.Share;
import goku.root.routing.choice.Wanted;
import goku.rpc.ShardUnavailableException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The groups of one share, whoever gives them: its node, or the others when the node fails, is
/// silent for long, or is behind. Groups that one side gave are passed over when the other takes
/// over. Owned by one thread.
final class Lane implements PartialStream {
  private final Routing routing;
  private final Share share;
  private final NodeQuery query;
  private final Wanted wanted;
  private final QueryControl control;
  private final Exchange exchange;
  private final Side node;
  private final Side others;
  private final Set<String> origins = new TreeSet<>();
  private long askedNanos;

  /// Until when a better answer than the one that is there is waited for; the greatest long while
  /// there is none.
  private long graceEndNanos = Long.MAX_VALUE;

  /// The others were asked because the node was silent.
  private boolean hedged;

  private boolean answered;
  private boolean cancelled;

  /// Whose answer is taken; null before it is open and when nobody has one.
  private @Nullable Side chosen;

  /// What was said of the answer when it was opened.
  private Header told;

  Lane(Routing routing, Share share, NodeQuery query, Wanted wanted, QueryControl control) {
    this.routing = routing;
    this.share = share;
    this.query = query;
    this.wanted = wanted;
    this.control = control;
    exchange = new Exchange(routing::nanoTime);
    node = new Side(control, exchange);
    others = new Side(control, exchange);
    told = new Header(share.shards(), Long.MIN_VALUE, 0);
  }

  /// Asks the node; waits for nothing.
  void start() {
    exchange.lock.lock();
    try {
      startNode();
    } finally {
      exchange.lock.unlock();
    }
  }

  private void startNode() {
    askedNanos = routing.nanoTime();
    node.start(own -> routing.call(share.target()).query(share.shards(), query, own));
  }

  private void startOthers(List<Route> routes) {
    others.start(own -> RoutedStream.open(routing, routes, query, wanted, own));
  }

  /// Waits until it is known whose answer is taken, and what that lacks.
  void open() throws InterruptedException {
    exchange.lock.lockInterruptibly();
    try {
      while (chosen == null) {
        control.check();
        settle(node);
        settle(others);
        if (node.hasFailed() && others.hasFailed()) {
          return;
        }
        Side best = best();
        if (best != null && isFinal(best)) {
          choose(best);
        } else {
          await(best == null ? patienceNanos(Wait.HEADER, askedNanos) : graceLeftNanos());
        }
      }
      told = header(chosen);
      if (chosen == node) {
        routing.latencies.record(Wait.HEADER, node.attempt().openedAfterNanos());
      }
    } finally {
      exchange.lock.unlock();
    }
  }

  /// The side with the better answer; null when there is none yet.
  private @Nullable Side best() {
    Header one = node.header();
    Header two = others.header();
    if (one == null) {
      return two == null ? null : others;
    }
    return two == null || wanted.order().compare(one, two) <= 0 ? node : others;
  }

  /// Whether no better answer is to be waited for. The others are asked when they may have one.
  private boolean isFinal(Side best) {
    Header header = header(best);
    if (wanted.isMetBy(header)) {
      return true;
    }
    if (best == node && isIdle(others) && share.mayBeBetter(header, wanted)) {
      routing.metrics.failedOver();
      startOthers(share.others());
    }
    Side other = other(best);
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
    exchange.lock.lockInterruptibly();
    try {
      if (chosen == null) {
        return null;
      }
      long since = routing.nanoTime();
      for (boolean waited = false; ; waited = true) {
        control.check();
        settle(node);
        settle(others);
        rejectWorse(node);
        rejectWorse(others);
        Side ahead = chosen.hasNews() ? chosen : other(chosen);
        if (ahead.hasNews()) {
          choose(ahead);
          return taken(ahead, waited ? routing.nanoTime() - since : 0);
        }
        if (node.hasFailed() && others.hasFailed()) {
          throw new ShardUnavailableException(share.names());
        }
        await(patienceNanos(Wait.GROUP, since));
      }
    } finally {
      exchange.lock.unlock();
    }
  }

  private @Nullable GroupPartial taken(Side side, long waitedNanos) {
    if (side == node) {
      if (waitedNanos > 0) {
        routing.latencies.record(Wait.GROUP, waitedNanos);
      }
      if (!answered) {
        answered = true;
        routing.answered(share);
      }
    }
    GroupPartial group = side.attempt().peek();
    if (group != null) {
      exchange.last = group.key();
      side.attempt().take();
    }
    return group;
  }

  /// An answer that lacks what the other was said to have cannot go on for it.
  private void rejectWorse(Side side) {
    Header header = side.header();
    if (side != chosen && header != null && !wanted.coveredBy(told, header)) {
      side.fail();
    }
  }

  /// Looks whether what runs has died; if so, the other side is asked, if it can be.
  private void settle(Side side) throws InterruptedException {
    Throwable death = side.death();
    if (death == null) {
      return;
    }
    if (!Routing.isOfNode(death)) {
      throw rethrown(death);
    }
    if (side == node) {
      routing.failed(share, death);
    }
    keepOrigins(side);
    side.fail();
    Side other = other(side);
    if (side == node && share.mayHaveSome(death)) {
      // they were asked without it, if at all
      others.reset();
    }
    if (isIdle(other)) {
      failOver(other, death);
    }
  }

  private void failOver(Side to, Throwable death) {
    if (to == node) {
      routing.metrics.failedOver();
      startNode();
      return;
    }
    List<Route> left = share.after(death);
    if (left.stream().anyMatch(Route::isServed)) {
      routing.metrics.failedOver();
      startOthers(left);
    } else {
      others.fail();
    }
  }

  private RuntimeException rethrown(Throwable death) throws InterruptedException {
    switch (death) {
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      case InterruptedException interrupted -> {
        control.check();
        throw interrupted;
      }
      default -> throw new IllegalStateException("a node failed: " + death, death);
    }
  }

  /// Nanoseconds to wait for news. When the one side has been silent for long the other is asked,
  /// also a node that was overtaken before: it may be back, and the others may not.
  private long patienceNanos(Wait wait, long sinceNanos) {
    if ((isIdle(node) || isIdle(others)) && share.hasAlternatives()) {
      long left = sinceNanos + routing.latencies.delayNanos(wait) - routing.nanoTime();
      if (left > 0) {
        return left;
      }
      if (!routing.mayHedge(share)) {
        return routing.recheckNanos();
      }
      routing.metrics.hedged();
      hedged = isIdle(others);
      if (hedged) {
        startOthers(share.others());
      } else {
        startNode();
      }
    }
    return Long.MAX_VALUE;
  }

  private void await(long nanos) throws InterruptedException {
    var _ = exchange.news.awaitNanos(Math.min(nanos, Math.max(1, control.remainingNanos())));
  }

  private void choose(Side side) {
    Side other = other(side);
    if (other.isRunning()) {
      if (other == node) {
        routing.metrics.lost();
        if (hedged) {
          routing.wasSlow(share);
        }
      }
      keepOrigins(other);
      other.stop();
      hedged = false;
    }
    if (chosen != side) {
      chosen = side;
      side.attempt().adopt();
    }
  }

  private void keepOrigins(Side side) {
    if (side == chosen && side.isRunning()) {
      origins.addAll(side.attempt().origins());
    }
  }

  private Side other(Side side) {
    return side == node ? others : node;
  }

  private static boolean isIdle(Side side) {
    return !side.isRunning() && !side.hasFailed();
  }

  private static Header header(Side side) {
    Header header = side.header();
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
    return wanted.lagOf(told);
  }

  @Override
  public Set<String> origins() {
    exchange.lock.lock();
    try {
      Set<String> all = new TreeSet<>(origins);
      if (chosen != null && chosen.isRunning()) {
        all.addAll(chosen.attempt().origins());
      }
      return all;
    } finally {
      exchange.lock.unlock();
    }
  }

  /// Tells what runs to end; does not wait for it.
  void cancel() {
    exchange.lock.lock();
    try {
      if (!cancelled) {
        cancelled = true;
        count();
      }
      node.cancel();
      others.cancel();
    } finally {
      exchange.lock.unlock();
    }
  }

  private void count() {
    if (node.isRunning()) {
      if (chosen == node) {
        routing.metrics.answered();
      } else {
        routing.metrics.lost();
      }
    }
  }

  @Override
  public void close() {
    cancel();
    node.join();
    others.join();
  }
}
