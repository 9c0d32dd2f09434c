package goku.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Blocks of memory of one owner, such as a bucket. Closing it returns all of its slabs at once.
///
/// A block is identified by a handle, an `int`: the owner's slab number, then 15 bits with the
/// offset in units of 8 bytes. Handles reach 32 GiB. The handle of a block plus n identifies its
/// n-th word of 8 bytes. Blocks begin at multiples of 8, and at multiples of 64 if all sizes of the
/// owner are multiples of 64. `NONE` is never a block.
///
/// One thread allocates, frees and closes. Other threads may resolve a handle that they load with
/// acquire after the writer stored it with release. `Reclaimer` keeps them away after `close`.
public final class Blocks implements AutoCloseable {
  public static final int NONE = 0;

  /// The largest block. A name component has at most 64 KiB, after a header of some bytes.
  public static final int MAX_BLOCK_BYTES = 65 << 10;

  /// All memory of the process, indexed by `address`. Access checks neither bounds nor whether the
  /// pool is open, because these checks would dominate the cost of appending a datapoint. Only for
  /// code that stays within a block by its own arithmetic and whose caller has just accessed the
  /// block through `segment`.
  public static final MemorySegment UNCHECKED = unchecked();

  private static final int UNIT_SHIFT = 3;
  private static final int SLAB_SHIFT = 15;
  private static final int OFFSET_MASK = (1 << SLAB_SHIFT) - 1;

  /// The mask of a 48-bit address. With the mask, the JIT compiler omits checks of the sign.
  private static final long ADDRESS_UNITS_MASK = (1L << (48 - UNIT_SHIFT)) - 1;

  /// Unused bytes at the start of the first slab, so that no handle is `NONE`.
  private static final int RESERVED_BYTES = 64;

  private final SlabPool pool;
  private final MemoryUse use;
  private final boolean settled;
  private final MemoryUse held = new MemoryUse(Long.MAX_VALUE);
  private MemorySegment[] slabs = new MemorySegment[0];

  /// The address of each slab, in units.
  private long[] slabUnits = new long[0];

  private int slabCount;
  private int next = SlabPool.SLAB_BYTES;

  /// An earlier slab whose end was too small for a large block but still serves small ones.
  private int spareSlab;

  private int spareNext = SlabPool.SLAB_BYTES;
  private boolean beyondBudget;

  /// Freed blocks by size in units, each linked through its first four bytes.
  private int[] freed = new int[0];

  public Blocks(SlabPool pool, MemoryUse use) {
    this(pool, use, false);
  }

  private Blocks(SlabPool pool, MemoryUse use, boolean settled) {
    this.pool = pool;
    this.use = use;
    this.settled = settled;
  }

  /// Returns blocks whose content is read often and changes seldom, as that of an index.
  public static Blocks settled(SlabPool pool, MemoryUse use) {
    return new Blocks(pool, use, true);
  }

  /// Allocates a block of at least `bytes` with undefined content. Returns `NONE` if the node has
  /// no space.
  public int allocate(int bytes, Purpose purpose) {
    int units = units(bytes);
    int handle = units < freed.length && freed[units] != NONE ? reuse(units) : bump(units);
    if (handle != NONE) {
      count(purpose, (long) units << UNIT_SHIFT);
    }
    return handle;
  }

  /// Frees a block, which must have been allocated with the same size and purpose.
  public void free(int handle, int bytes, Purpose purpose) {
    int units = units(bytes);
    if (units >= freed.length) {
      freed = Arrays.copyOf(freed, units + 1);
    }
    segment(handle).set(ValueLayout.JAVA_INT, offset(handle), freed[units]);
    freed[units] = handle;
    count(purpose, -((long) units << UNIT_SHIFT));
  }

  /// Sets whether blocks are allocated even if there is no space, for work that must be done and
  /// frees more than it allocates.
  public void setBeyondBudget(boolean allowed) {
    beyondBudget = allowed;
  }

  /// Returns the slab of the block, which begins at `offset(handle)`.
  public MemorySegment segment(int handle) {
    return slabs[handle >>> SLAB_SHIFT];
  }

  public static long offset(int handle) {
    return (long) (handle & OFFSET_MASK) << UNIT_SHIFT;
  }

  /// Returns the address of the block, its offset in `UNCHECKED`.
  public long address(int handle) {
    return address(slabUnits[handle >>> SLAB_SHIFT] + (handle & OFFSET_MASK));
  }

  /// Returns the address of a word. Uses the lowest 45 bits of its number, counted in all memory.
  public static long address(long words) {
    return (words & ADDRESS_UNITS_MASK) << UNIT_SHIFT;
  }

  @Override
  public void close() {
    for (int i = 0; i < slabCount; i++) {
      pool.giveBack(slabs[i]);
    }
    slabCount = 0;
    next = SlabPool.SLAB_BYTES;
    spareNext = SlabPool.SLAB_BYTES;
    freed = new int[0];
    for (Purpose purpose : Purpose.values()) {
      count(purpose, -held.bytes(purpose));
    }
  }

  @SuppressWarnings("restricted")
  private static MemorySegment unchecked() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  private static int units(int bytes) {
    if (bytes < 1 || bytes > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "cannot allocate a block of bytes=%d: must be 1 to %d".formatted(bytes, MAX_BLOCK_BYTES));
    }
    return (bytes + (1 << UNIT_SHIFT) - 1) >> UNIT_SHIFT;
  }

  private int reuse(int units) {
    int handle = freed[units];
    freed[units] = segment(handle).get(ValueLayout.JAVA_INT, offset(handle));
    return handle;
  }

  private int bump(int units) {
    int bytes = units << UNIT_SHIFT;
    if (spareNext + bytes <= SlabPool.SLAB_BYTES) {
      int handle = handle(spareSlab, spareNext);
      spareNext += bytes;
      return handle;
    }
    int end = next;
    if (end + bytes > SlabPool.SLAB_BYTES) {
      if (!addSlab()) {
        return NONE;
      }
      if (end < spareNext) {
        spareSlab = slabCount - 2;
        spareNext = end;
      }
    }
    int handle = handle(slabCount - 1, next);
    next += bytes;
    return handle;
  }

  private static int handle(int slab, int at) {
    return (slab << SLAB_SHIFT) | (at >> UNIT_SHIFT);
  }

  private boolean addSlab() {
    if (slabCount == 1 << (32 - SLAB_SHIFT)) {
      return false;
    }
    MemorySegment slab = takeSlab();
    if (slab == null) {
      return false;
    }
    if (slabCount == slabs.length) {
      slabs = Arrays.copyOf(slabs, Math.max(4, slabCount * 2));
      slabUnits = Arrays.copyOf(slabUnits, slabs.length);
    }
    slabs[slabCount] = slab;
    slabUnits[slabCount] = slab.address() >>> UNIT_SHIFT;
    next = slabCount == 0 ? RESERVED_BYTES : 0;
    slabCount++;
    return true;
  }

  private @Nullable MemorySegment takeSlab() {
    if (beyondBudget) {
      return pool.takeBeyondBudget();
    }
    return settled ? pool.takeSettled() : pool.take();
  }

  private void count(Purpose purpose, long bytes) {
    held.add(purpose, bytes);
    use.add(purpose, bytes);
  }
}
