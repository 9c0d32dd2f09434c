package goku.root.routing;

import goku.eventloop.EventLoop;
import goku.query.control.QueryControl;
import goku.query.partial.GroupPartial;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.StreamHeader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One attempt of a replica call. A thread of its own reads the stream and buffers a few groups.
/// Methods are called by the thread of the hedged call, under the lock of the handoff unless they
/// say otherwise.
final class Attempt {
  /// The buffer hides the round trip to the node. A larger one would only cost memory.
  private static final int MAX_BUFFERED_GROUPS = 64;

  private static final long MAX_BUFFERED_BYTES = 256 << 10;

  private final Opener opener;
  private final QueryControl query;
  private final GroupHandoff handoff;
  private final Deque<Buffered> buffer = new ArrayDeque<>();
  private final Set<String> origins = new TreeSet<>();
  private final Thread thread;
  private Progress progress = Progress.OPENING;
  private long bufferedBytes;
  private @Nullable QueryControl control;
  private @Nullable StreamHeader header;
  private @Nullable Throwable failure;
  private boolean adopted;
  private long openNanos;

  /// The function that opens the stream of an attempt.
  @FunctionalInterface
  interface Opener {
    PartialStream open(QueryControl control) throws InterruptedException;
  }

  private record Buffered(GroupPartial group, long bytes) {}

  /// The progress of the thread that reads the stream.
  ///
  /// ```
  ///    OPENING ---> STREAMING ---> ENDED
  ///       |             |            |
  ///       +-------------+------------+---> FAILED
  ///
  ///    each of them --- cancel ---> CANCELLED
  /// ```
  ///
  /// An attempt that has ended fails if its stream cannot be closed.
  private enum Progress {
    OPENING,
    STREAMING,
    ENDED,
    FAILED,
    CANCELLED
  }

  private Attempt(Opener opener, QueryControl query, GroupHandoff handoff) {
    this.opener = opener;
    this.query = query;
    this.handoff = handoff;
    thread = Thread.ofVirtual().name("route").unstarted(this::run);
  }

  static Attempt start(Opener opener, QueryControl query, GroupHandoff handoff) {
    EventLoop.leave();
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
          put(group, own);
        }
        end(stream);
      }
    } catch (Throwable e) { // the thread of the hedged call must learn of every failure
      fail(e);
    }
  }

  private QueryControl begin() throws InterruptedException {
    handoff.lock.lock();
    try {
      control = query.attempt();
      requireNotCancelled();
      return control;
    } finally {
      handoff.lock.unlock();
    }
  }

  private void opened(PartialStream stream, StreamHeader opened, long nanos) {
    Set<String> from = stream.origins();
    handoff.lock.lock();
    try {
      header = opened;
      openNanos = nanos;
      origins.addAll(from);
      advance(Progress.STREAMING);
    } finally {
      handoff.lock.unlock();
    }
  }

  private void put(GroupPartial group, QueryControl own) throws InterruptedException {
    handoff.lock.lock();
    try {
      while (progress != Progress.CANCELLED && isFull()) {
        handoff.notFull.await();
      }
      requireNotCancelled();
      if (handoff.wants(group.key())) {
        long bytes = group.heldBytes();
        own.hold(bytes);
        bufferedBytes += bytes;
        buffer.add(new Buffered(group, bytes));
        handoff.changed.signalAll();
      }
    } finally {
      handoff.lock.unlock();
    }
  }

  private boolean isFull() {
    return buffer.size() >= MAX_BUFFERED_GROUPS || bufferedBytes >= MAX_BUFFERED_BYTES;
  }

  private void requireNotCancelled() throws InterruptedException {
    if (progress == Progress.CANCELLED) {
      throw new InterruptedException("the attempt was cancelled");
    }
  }

  private void end(PartialStream stream) {
    Set<String> from = stream.origins();
    handoff.lock.lock();
    try {
      origins.addAll(from);
      advance(Progress.ENDED);
    } finally {
      handoff.lock.unlock();
    }
  }

  private void fail(Throwable e) {
    handoff.lock.lock();
    try {
      failure = e;
      advance(Progress.FAILED);
    } finally {
      handoff.lock.unlock();
    }
  }

  /// Changes the progress. A cancelled attempt stays cancelled, although its thread may still open
  /// or end the stream.
  private void advance(Progress next) {
    if (progress != Progress.CANCELLED) {
      progress = next;
    }
    handoff.changed.signalAll();
  }

  /// Returns the header of the stream; null before the stream is open.
  @Nullable StreamHeader header() {
    return header;
  }

  /// Returns the time that opening the stream took.
  long openNanos() {
    return openNanos;
  }

  /// Returns the failure of the attempt after all groups before it were taken; otherwise null.
  @Nullable Throwable failure() {
    return peek() == null && progress == Progress.FAILED ? failure : null;
  }

  /// Returns the next group of interest; null if none is buffered or the stream has ended.
  @Nullable GroupPartial peek() {
    while (!buffer.isEmpty() && !handoff.wants(buffer.getFirst().group().key())) {
      drop();
    }
    Buffered first = buffer.peekFirst();
    return first == null ? null : first.group();
  }

  /// Returns whether the stream has ended and all of its groups were taken.
  boolean isAtEnd() {
    return progress == Progress.ENDED && peek() == null;
  }

  /// Takes the group of `peek`. The caller owns the group from now on.
  void take() {
    drop();
    handoff.notFull.signalAll();
  }

  private void drop() {
    long bytes = buffer.removeFirst().bytes();
    bufferedBytes -= bytes;
    if (control != null) {
      control.hold(-bytes);
    }
  }

  /// Returns the nodes whose groups it has read; empty if the attempt was never adopted.
  Set<String> origins() {
    return adopted ? origins : Set.of();
  }

  /// Returns whether the answer of the attempt was ever taken.
  boolean isAdopted() {
    return adopted;
  }

  /// Counts what the attempt touches for the query. Idempotent.
  void adopt() {
    if (adopted) {
      return;
    }
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

  /// Tells the attempt to stop. Does not wait for its thread.
  void cancel() {
    progress = Progress.CANCELLED;
    while (!buffer.isEmpty()) {
      drop();
    }
    handoff.notFull.signalAll();
    if (control != null) {
      control.cancel("another replica was taken");
    }
  }

  /// Waits for the end of a cancelled attempt and releases its memory. To be called without the
  /// lock. An interrupt does not end the wait.
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
