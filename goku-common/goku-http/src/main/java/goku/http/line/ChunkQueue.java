package goku.http.line;

import goku.budget.Account;
import goku.budget.Kind;
import io.netty.channel.ChannelConfig;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A queue of bytes from the event loop to the worker. Starts the worker if there is work and none
/// is running. Stops reading the socket while the queue is full.
final class ChunkQueue {
  /// The size of a full queue: some thousand lines, enough to keep a worker busy while the socket
  /// is read again.
  private static final long HIGH_BYTES = 256 << 10;

  private static final long LOW_BYTES = 64 << 10;

  private final LineWorker worker;
  private final Executor threads;
  private final ChannelConfig channel;
  private final Account account;

  // guarded by this, as all below
  private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
  private long bytes;
  private boolean paused;
  private boolean working;
  private boolean ended;

  ChunkQueue(LineWorker worker, Executor threads, ChannelConfig channel, Account account) {
    this.account = account;
    this.worker = worker;
    this.threads = threads;
    this.channel = channel;
  }

  /// Charges bytes before they are copied for `add`.
  synchronized void charge(int length) {
    if (!ended) {
      account.hold(Kind.LINES, length);
    }
  }

  synchronized void add(byte[] chunk) {
    if (ended) {
      return;
    }
    chunks.add(chunk);
    notifyAll();
    bytes += chunk.length;
    if (bytes > HIGH_BYTES && !paused) {
      paused = true;
      channel.setAutoRead(false);
    }
  }

  /// Starts the worker for the added bytes, if necessary.
  synchronized void work() {
    if (!working && !(chunks.isEmpty() && !ended)) {
      working = true;
      threads.execute(() -> worker.run(this));
    }
  }

  synchronized void end() {
    if (!ended) {
      ended = true;
      notifyAll();
      work();
    }
  }

  synchronized boolean idle() {
    return !working;
  }

  /// Returns the next chunk; null if none arrives in that time, or at the end.
  synchronized byte @Nullable [] poll(long nanos) throws InterruptedException {
    if (chunks.isEmpty() && !ended) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
    byte[] chunk = chunks.poll();
    if (chunk != null) {
      bytes -= chunk.length;
      account.release(Kind.LINES, chunk.length);
    }
    if (paused && bytes < LOW_BYTES) {
      paused = false;
      channel.setAutoRead(true);
    }
    return chunk;
  }

  synchronized boolean holdsMore() {
    return !chunks.isEmpty();
  }

  /// Ends the worker, unless more has arrived meanwhile.
  synchronized Next next() {
    if (!chunks.isEmpty()) {
      return Next.MORE;
    }
    if (ended) {
      account.close();
      return Next.END; // still working: no other worker may follow
    }
    worker.rested();
    working = false;
    return Next.REST;
  }

  /// Ends without another worker after the current one failed.
  synchronized void abandon() {
    ended = true;
    chunks.clear();
    account.close();
  }

  enum Next {
    MORE,
    REST,
    END
  }
}
