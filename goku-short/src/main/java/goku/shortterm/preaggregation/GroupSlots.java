package goku.shortterm.preaggregation;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import goku.memory.SlabPool;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Which group each series of a shard is in, by its slot: 4 bytes for each, in pages that exist
/// where there are such series. One writer; any thread with a pin reads.
final class GroupSlots {
  private static final int NONE = 0;
  private static final int PAGE_SHIFT = 12;
  private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

  private final Blocks blocks;

  /// Ids of groups; zero for none.
  private final RecordTable slots;

  /// By id. Replaced when it grows; an entry is set before a slot names it.
  private volatile @Nullable Group[] groups = new Group[16];

  private int idLimit = 1;

  /// Above every slot that was ever set.
  private volatile int limit;

  private final Deque<Integer> free = new ArrayDeque<>();

  GroupSlots(SlabPool pool, MemoryUse use) {
    blocks = new Blocks(pool, use);
    slots = new RecordTable(blocks, Purpose.PRE_AGGREGATES, Integer.BYTES, PAGE_SHIFT);
  }

  /// The group of the series at a slot; null when no rule is about it.
  @Nullable Group of(int slot) {
    MemorySegment page = slots.page(slot);
    if (page == null) {
      return null;
    }
    int id = (int) INT.getAcquire(page, slots.offset(slot));
    return id == NONE ? null : groups[id];
  }

  void set(int slot, Group group) {
    INT.setRelease(WritablePage.of(slots, slot), slots.offset(slot), group.id);
    if (slot >= limit) {
      limit = slot + 1;
    }
  }

  int limit() {
    return limit;
  }

  void clear(int slot) {
    MemorySegment page = slots.page(slot);
    if (page != null) {
      INT.setRelease(page, slots.offset(slot), NONE);
    }
  }

  /// An id for a new group.
  int takeId() {
    Integer given = free.poll();
    return given == null ? idLimit++ : given;
  }

  void register(Group group) {
    @Nullable Group[] all = groups;
    if (group.id >= all.length) {
      all = Arrays.copyOf(all, group.id * 2);
    }
    all[group.id] = group;
    groups = all;
  }

  /// The group is gone, and no reader can know it any more.
  void giveBack(Group group) {
    groups[group.id] = null;
    free.add(group.id);
  }

  /// Frees the memory, when no reader can know it any more.
  void close() {
    blocks.close();
  }
}
