package goku.query.control;

import java.util.concurrent.atomic.AtomicLong;

/// The heap that running queries use for datapoints. All queries together may use half of the heap,
/// and one query half of that. No query can exhaust the process' heap, and a big query leaves room
/// for small ones. Thread-safe.
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

  /// Adds bytes. Returns the total of all queries.
  long add(long bytes) {
    return held.addAndGet(bytes);
  }
}
