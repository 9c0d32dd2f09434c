package goku.root.fanout;

import goku.http.HttpError;
import java.util.concurrent.atomic.AtomicLong;

/// Heap that running queries hold series in. All of them together may hold half of the heap, one of
/// them half of that, so that no query ends the process and a big one leaves room for small ones.
/// Thread-safe.
final class QueryMemory {
  private final long limitBytes;
  private final AtomicLong held = new AtomicLong();

  QueryMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  static QueryMemory ofThisProcess() {
    return new QueryMemory(Runtime.getRuntime().maxMemory() / 2);
  }

  /// What one query holds. Its datapoints come in on several threads; `close` comes last.
  Share share(String metric) {
    return new Share(metric);
  }

  long heldBytes() {
    return held.get();
  }

  final class Share implements AutoCloseable {
    private final String metric;
    private final AtomicLong mine = new AtomicLong();

    private Share(String metric) {
      this.metric = metric;
    }

    /// Throws a 413 for this query, or a 503 when the others hold too much.
    void add(long bytes) {
      long ofThis = mine.addAndGet(bytes);
      long ofAll = held.addAndGet(bytes);
      if (ofThis > limitBytes / 2) {
        throw new HttpError(
            413,
            ("The query for '%s' needs more than %d bytes of memory for its series; narrow its"
                    + " filters or its time range, downsample, or raise the heap")
                .formatted(metric, limitBytes / 2));
      }
      if (ofAll > limitBytes) {
        throw new HttpError(
            503,
            "Running queries hold more than %d bytes of memory; ask again later"
                .formatted(limitBytes));
      }
    }

    @Override
    public void close() {
      held.addAndGet(-mine.getAndSet(0));
    }
  }
}
