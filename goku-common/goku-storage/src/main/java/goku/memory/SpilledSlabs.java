package goku.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The slabs in spill regions. A region is released when all of its slabs are free, except for the
/// last one with free slabs, which is likely to be needed again. Guarded by the lock of the pool.
final class SpilledSlabs {
  private final Spill spill;
  private final long limitBytes;

  /// The regions by their addresses.
  private final NavigableMap<Long, Slabs> regions = new TreeMap<>();

  private long reservedBytes;
  private long usedBytes;

  SpilledSlabs(Spill spill, long limitBytes) {
    this.spill = spill;
    this.limitBytes = limitBytes;
  }

  /// Returns a slab, or null if there is no space.
  @Nullable MemorySegment take() {
    for (Slabs region : regions.values()) {
      if (!region.free.isEmpty()) {
        return handOut(region);
      }
    }
    if (reservedBytes >= limitBytes) {
      return null;
    }
    return spill.add().map(this::register).map(this::handOut).orElse(null);
  }

  /// Takes a slab back. Returns false if it is of no region.
  boolean giveBack(MemorySegment slab) {
    Map.Entry<Long, Slabs> found = regions.floorEntry(slab.address());
    if (found == null || !found.getValue().contains(slab)) {
      return false;
    }
    Slabs region = found.getValue();
    region.free.push(slab);
    usedBytes -= SlabPool.SLAB_BYTES;
    if (region.isFree() && reservedBytes - usedBytes > region.bytes()) {
      release(region);
    }
    return true;
  }

  long usedBytes() {
    return usedBytes;
  }

  long availableBytes() {
    long more = Math.min(limitBytes - reservedBytes, spill.roomBytes());
    return reservedBytes - usedBytes + Math.max(0, more);
  }

  long limitBytes() {
    return limitBytes;
  }

  void close() {
    List.copyOf(regions.values()).forEach(this::release);
  }

  private Slabs register(Spill.Region region) {
    var slabs = new Slabs(region);
    regions.put(region.bytes().address(), slabs);
    reservedBytes += region.bytes().byteSize();
    return slabs;
  }

  private MemorySegment handOut(Slabs region) {
    usedBytes += SlabPool.SLAB_BYTES;
    return region.free.pop();
  }

  private void release(Slabs slabs) {
    regions.remove(slabs.region.bytes().address());
    reservedBytes -= slabs.bytes();
    slabs.region.release().run();
  }

  /// The slabs of one region.
  private static final class Slabs {
    private final Spill.Region region;
    private final Deque<MemorySegment> free = new ArrayDeque<>();

    Slabs(Spill.Region region) {
      this.region = region;
      long bytes = region.bytes().byteSize();
      for (long offset = bytes - SlabPool.SLAB_BYTES; offset >= 0; offset -= SlabPool.SLAB_BYTES) {
        free.push(region.bytes().asSlice(offset, SlabPool.SLAB_BYTES));
      }
    }

    boolean contains(MemorySegment slab) {
      return slab.address() < region.bytes().address() + bytes();
    }

    boolean isFree() {
      return free.size() * (long) SlabPool.SLAB_BYTES == bytes();
    }

    long bytes() {
      return region.bytes().byteSize();
    }
  }
}
