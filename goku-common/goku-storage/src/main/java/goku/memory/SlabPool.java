package goku.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The off-heap memory of a node: slabs of 256 KiB under one budget, shared by all shards.
///
/// Slabs are carved from regions of 16 MiB, because allocating a region takes about 0.6 ms and
/// slabs must be cheap. Returned slabs are reused. Regions return to the operating system when the
/// pool is closed. When the budget is used up, slabs are spilled: they come from mapped files. If
/// there is no space for those either, `take` returns null and the caller stands still, because the
/// process must survive.
///
/// The data that is written most should be in memory, because each changed page of a file is
/// written to the disk again and again. So slabs whose content changes seldom, those of the index,
/// leave the last quarter of the budget to others.
///
/// Thread-safe. The content of a new slab is undefined.
public final class SlabPool implements AutoCloseable {
  /// The size of a slab, small enough that a shard of few series wastes little in each bucket.
  public static final int SLAB_BYTES = 256 << 10;

  private static final long REGION_BYTES = 16L << 20;

  /// The alignment of slabs, a cache line, because streams keep their state in one line.
  private static final long ALIGNMENT = 64;

  private final Arena arena = Arena.ofShared();
  private final long budgetBytes;
  private final SpilledSlabs spilled;
  private final Deque<MemorySegment> free = new ArrayDeque<>();
  private long carvedBytes;
  private long usedBytes;

  /// Creates a pool that spills nothing.
  public SlabPool(long budgetBytes) {
    this(budgetBytes, Spill.NONE, 0);
  }

  /// @param spillLimitBytes limit of the regions that are spilled
  public SlabPool(long budgetBytes, Spill spill, long spillLimitBytes) {
    if (budgetBytes < SLAB_BYTES) {
      throw new IllegalArgumentException(
          "cannot create a pool with budgetBytes=%d: less than one slab of %d"
              .formatted(budgetBytes, SLAB_BYTES));
    }
    this.budgetBytes = budgetBytes;
    spilled = new SpilledSlabs(spill, spillLimitBytes);
  }

  /// Returns a slab, or null if there is no space.
  synchronized @Nullable MemorySegment take() {
    MemorySegment slab = takeMemory();
    return slab == null ? spilled.take() : slab;
  }

  /// Returns a slab for content that changes seldom, or null if there is no space.
  synchronized @Nullable MemorySegment takeSettled() {
    MemorySegment slab = usedBytes < budgetBytes / 4 * 3 ? null : spilled.take();
    return slab == null ? take() : slab;
  }

  private @Nullable MemorySegment takeMemory() {
    // slabs taken beyond the budget do not enlarge the budget later
    if (usedBytes + SLAB_BYTES > budgetBytes || (free.isEmpty() && !carve())) {
      return null;
    }
    return handOut();
  }

  /// Returns a slab even if there is no space, for work that frees more than it takes.
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
    if (!spilled.giveBack(slab)) {
      usedBytes -= SLAB_BYTES;
      free.push(slab);
    }
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

  /// Returns the bytes of the slabs in use that are in memory.
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /// Returns the bytes of the slabs in use that are spilled.
  public synchronized long spilledBytes() {
    return spilled.usedBytes();
  }

  /// Returns the bytes for which there is space, in memory and for spilled slabs.
  public synchronized long availableBytes() {
    return Math.max(0, budgetBytes - usedBytes) + spilled.availableBytes();
  }

  /// Returns whether nine tenths of all slabs are in use, in memory and spilled.
  public synchronized boolean isNearlyFull() {
    return usedBytes + spilled.usedBytes() > (budgetBytes + spilled.limitBytes()) / 10 * 9;
  }

  /// Returns the bytes taken from the operating system, in used and free slabs.
  public synchronized long reservedBytes() {
    return carvedBytes;
  }

  /// Frees all memory at once. Later access to any slab throws `IllegalStateException`.
  @Override
  public synchronized void close() {
    arena.close();
    spilled.close();
  }
}
