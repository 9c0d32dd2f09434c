package goku.memory;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// The bytes in use by purpose. Counts requested bytes, not the unused rest of slabs. Thread-safe.
public final class MemoryUse {
  private final Map<Purpose, LongAdder> bytes = new EnumMap<>(Purpose.class);

  private final long heapLimitBytes;

  /// @param heapLimitBytes limit of the index on the heap, which the budget of the slabs does not
  ///   cover; a full heap would end the process
  public MemoryUse(long heapLimitBytes) {
    this.heapLimitBytes = heapLimitBytes;
    for (Purpose purpose : Purpose.values()) {
      bytes.put(purpose, new LongAdder());
    }
  }

  /// Adds bytes. A negative count subtracts.
  public void add(Purpose purpose, long count) {
    adder(purpose).add(count);
  }

  public long bytes(Purpose purpose) {
    return adder(purpose).sum();
  }

  public long total() {
    return bytes.values().stream().mapToLong(LongAdder::sum).sum();
  }

  public long heapLimitBytes() {
    return heapLimitBytes;
  }

  /// Returns the bytes below the heap limit, at least 0.
  public long heapLeftBytes() {
    return Math.max(0, heapLimitBytes - bytes(Purpose.INDEX));
  }

  /// Returns whether the heap limit is reached, so that no more series should be indexed.
  public boolean heapIsFull() {
    return heapLeftBytes() == 0;
  }

  private LongAdder adder(Purpose purpose) {
    var adder = bytes.get(purpose);
    if (adder == null) {
      throw new IllegalStateException("no counter for " + purpose);
    }
    return adder;
  }
}
