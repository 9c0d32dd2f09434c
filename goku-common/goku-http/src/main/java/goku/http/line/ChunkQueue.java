package goku.http.line;

import io.netty.channel.ChannelConfig;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Bytes between the event loop, which adds, and the worker, which takes. Starts the worker when
/// there is something to do and none is at it; stops reading the socket while too much is queued.
final class ChunkQueue {
  /// Some thousand lines: enough to keep a worker busy while the socket is read again.
  private static final long HIGH_BYTES = 256 << 10;

  private static final long LOW_BYTES = 64 << 10;

  private final LineWorker worker;
  private final Executor threads;
  private final ChannelConfig channel;

  // all guarded by this
  private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
  private long bytes;
  private boolean paused;
  private boolean working;
  private boolean ended;

  ChunkQueue(LineWorker worker, Executor threads, ChannelConfig channel) {
    this.worker = worker;
    this.threads = threads;
    this.channel = channel;
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

  /// Has the worker take what was added.
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

  /// The next chunk; null when none comes in that time, or ever.
  synchronized byte @Nullable [] poll(long nanos) throws InterruptedException {
    if (chunks.isEmpty() && !ended) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
    byte[] chunk = chunks.poll();
    if (chunk != null) {
      bytes -= chunk.length;
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

  /// The worker found nothing more: it goes on if something came meanwhile.
  synchronized Next next() {
    if (!chunks.isEmpty()) {
      return Next.MORE;
    }
    if (ended) {
      return Next.END; // still working: no other worker may follow
    }
    working = false;
    return Next.REST;
  }

  enum Next {
    MORE,
    REST,
    END
  }
}
