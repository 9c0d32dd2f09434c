package goku.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The off-heap memory of a node: slabs of 256 KiB under one budget, shared by all shards.
///
/// Slabs are carved from regions of 16 MiB, because a region costs about 0.6 ms to allocate and a
/// slab must cost next to nothing. Returned slabs are used again; regions go back to the operating
/// system when the pool is closed. Above the budget `take` gives null and the caller refuses what
/// it was about to store: the process must not die of it.
///
/// Thread-safe. The content of a slab is undefined when it is handed out.
public final class SlabPool implements AutoCloseable {
  /// Small enough that a shard of few series wastes little in each of its buckets.
  public static final int SLAB_BYTES = 256 << 10;

  private static final long REGION_BYTES = 16L << 20;

  /// Streams keep their state in one cache line, so slabs begin at one.
  private static final long ALIGNMENT = 64;

  private final Arena arena = Arena.ofShared();
  private final long budgetBytes;
  private final Deque<MemorySegment> free = new ArrayDeque<>();
  private long carvedBytes;
  private long usedBytes;

  public SlabPool(long budgetBytes) {
    if (budgetBytes < SLAB_BYTES) {
      throw new IllegalArgumentException(
          "budgetBytes=%d is less than one slab of %d".formatted(budgetBytes, SLAB_BYTES));
    }
    this.budgetBytes = budgetBytes;
  }

  /// A slab, or null when the budget is used up.
  synchronized @Nullable MemorySegment take() {
    // slabs that were once taken beyond the budget do not enlarge it
    if (usedBytes + SLAB_BYTES > budgetBytes || (free.isEmpty() && !carve())) {
      return null;
    }
    return handOut();
  }

  /// A slab, be the budget used up or not: for work that gives back more than it takes.
  synchronized MemorySegment takeBeyondBudget() {
    MemorySegment slab = take();
    if (slab != null) {
      return slab;
    }
    if (free.isEmpty()) {
      addRegion(SLAB_BYTES);
    }
    return handOut();
  }

  synchronized void giveBack(MemorySegment slab) {
    usedBytes -= SLAB_BYTES;
    free.push(slab);
  }

  private MemorySegment handOut() {
    usedBytes += SLAB_BYTES;
    return free.pop();
  }

  private boolean carve() {
    long bytes = Math.min(REGION_BYTES, budgetBytes - carvedBytes) / SLAB_BYTES * SLAB_BYTES;
    if (bytes <= 0) {
      return false;
    }
    addRegion(bytes);
    return true;
  }

  private void addRegion(long bytes) {
    MemorySegment region = arena.allocate(bytes, ALIGNMENT);
    carvedBytes += bytes;
    for (long offset = bytes - SLAB_BYTES; offset >= 0; offset -= SLAB_BYTES) {
      free.push(region.asSlice(offset, SLAB_BYTES));
    }
  }

  public long budgetBytes() {
    return budgetBytes;
  }

  /// Bytes of the slabs in use.
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /// Bytes taken from the operating system: slabs in use, and free ones.
  public synchronized long reservedBytes() {
    return carvedBytes;
  }

  /// Frees everything at once; later access to any slab throws `IllegalStateException`.
  @Override
  public void close() {
    arena.close();
  }
}
