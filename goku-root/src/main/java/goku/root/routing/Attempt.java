package goku.root.routing;

import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.StreamHeader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One call for the groups of a lane, read on a thread of its own and a few groups ahead. Methods
/// are called by the thread that owns the lane, under the lock of the exchange unless they say
/// otherwise.
final class Attempt {
  /// As much as hides the way to the node and back; more would only be held.
  private static final int AHEAD_GROUPS = 64;

  private static final long AHEAD_BYTES = 256 << 10;

  private final Opener opener;
  private final QueryControl query;
  private final GroupHandoff handoff;
  private final Deque<Ready> ready = new ArrayDeque<>();
  private final Set<String> origins = new TreeSet<>();
  private final Thread thread;
  private long readyBytes;
  private @Nullable QueryControl control;
  private @Nullable StreamHeader header;
  private @Nullable Throwable failure;
  private boolean ended;
  private boolean cancelled;
  private boolean adopted;
  private long openedAfterNanos;

  /// Whom it asks.
  @FunctionalInterface
  interface Opener {
    PartialStream open(QueryControl control) throws InterruptedException;
  }

  private record Ready(GroupPartial group, long bytes) {}

  private Attempt(Opener opener, QueryControl query, GroupHandoff handoff) {
    this.opener = opener;
    this.query = query;
    this.handoff = handoff;
    thread = Thread.ofVirtual().name("route").unstarted(this::run);
  }

  static Attempt start(Opener opener, QueryControl query, GroupHandoff handoff) {
    var attempt = new Attempt(opener, query, handoff);
    attempt.thread.start();
    return attempt;
  }

  private void run() {
    try {
      long start = handoff.nanoTime.getAsLong();
      QueryControl own = begin();
      try (PartialStream stream = opener.open(own)) {
        opened(stream, StreamHeader.of(stream), handoff.nanoTime.getAsLong() - start);
        for (GroupPartial group = stream.next(); group != null; group = stream.next()) {
          hand(group, own);
        }
        end(stream);
      }
    } catch (Throwable e) { // whatever it is, the one who waits must know
      fail(e);
    }
  }

  private QueryControl begin() throws InterruptedException {
    handoff.lock.lock();
    try {
      control = query.attempt();
      requireWanted();
      return control;
    } finally {
      handoff.lock.unlock();
    }
  }

  private void opened(PartialStream stream, StreamHeader said, long nanos) {
    Set<String> from = stream.origins();
    handoff.lock.lock();
    try {
      header = said;
      openedAfterNanos = nanos;
      origins.addAll(from);
      handoff.news.signalAll();
    } finally {
      handoff.lock.unlock();
    }
  }

  private void hand(GroupPartial group, QueryControl own) throws InterruptedException {
    handoff.lock.lock();
    try {
      while (!cancelled && isFull()) {
        handoff.room.await();
      }
      requireWanted();
      if (handoff.wants(group.key())) {
        long bytes = group.heldBytes();
        own.hold(bytes);
        readyBytes += bytes;
        ready.add(new Ready(group, bytes));
        handoff.news.signalAll();
      }
    } finally {
      handoff.lock.unlock();
    }
  }

  private boolean isFull() {
    return ready.size() >= AHEAD_GROUPS || readyBytes >= AHEAD_BYTES;
  }

  private void requireWanted() throws InterruptedException {
    if (cancelled) {
      throw new InterruptedException("nobody waits for the attempt any more");
    }
  }

  private void end(PartialStream stream) {
    Set<String> from = stream.origins();
    handoff.lock.lock();
    try {
      origins.addAll(from);
      ended = true;
      handoff.news.signalAll();
    } finally {
      handoff.lock.unlock();
    }
  }

  private void fail(Throwable e) {
    handoff.lock.lock();
    try {
      failure = e;
      handoff.news.signalAll();
    } finally {
      handoff.lock.unlock();
    }
  }

  /// What it says of itself; null before it is open.
  @Nullable StreamHeader header() {
    return header;
  }

  /// How long it took to open.
  long openedAfterNanos() {
    return openedAfterNanos;
  }

  /// What it died of, when all it had before that has been taken; else null.
  @Nullable Throwable failure() {
    return peek() == null ? failure : null;
  }

  /// The next group that is wanted; null when there is none yet, or it has ended.
  @Nullable GroupPartial peek() {
    while (!ready.isEmpty() && !handoff.wants(ready.getFirst().group().key())) {
      drop();
    }
    Ready first = ready.peekFirst();
    return first == null ? null : first.group();
  }

  /// Whether all of its groups were taken, and it had all.
  boolean isAtEnd() {
    return ended && peek() == null;
  }

  /// The group of `peek` is the caller's now.
  void take() {
    drop();
    handoff.room.signalAll();
  }

  private void drop() {
    long bytes = ready.removeFirst().bytes();
    readyBytes -= bytes;
    if (control != null) {
      control.hold(-bytes);
    }
  }

  /// Where the groups come from that it gave; empty when it was never adopted.
  Set<String> origins() {
    return adopted ? origins : Set.of();
  }

  /// What it touched counts for the query.
  void adopt() {
    adopted = true;
    if (control != null) {
      control.adopt();
    }
  }

  void disown() {
    if (control != null) {
      control.disown();
    }
  }

  /// Nobody waits for it any more: what it does is stopped, soon.
  void cancel() {
    cancelled = true;
    while (!ready.isEmpty()) {
      drop();
    }
    handoff.room.signalAll();
    if (control != null) {
      control.cancel("another replica was taken");
    }
  }

  /// Waits until nothing runs for it, and gives its memory back. To be called when it was
  /// cancelled, without the lock; is not interrupted.
  void join() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (control != null) {
      control.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
