package goku.query.control;

import java.util.concurrent.atomic.AtomicLong;

/// Heap that running queries hold datapoints in. All of them together may hold half of the heap,
/// one of them half of that, so that no query ends the process and a big one leaves room for small
/// ones. Thread-safe.
public final class QueryMemory {
  private final long limitBytes;
  private final AtomicLong held = new AtomicLong();

  public QueryMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  public static QueryMemory ofThisProcess() {
    return new QueryMemory(Runtime.getRuntime().maxMemory() / 2);
  }

  public long heldBytes() {
    return held.get();
  }

  long limitBytes() {
    return limitBytes;
  }

  long limitOfOneBytes() {
    return limitBytes / 2;
  }

  /// Returns what all queries hold after it.
  long add(long bytes) {
    return held.addAndGet(bytes);
  }
}
