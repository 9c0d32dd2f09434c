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

/// The group of each series of a shard, by slot: 4 bytes each, in pages that exist where there are
/// such series. One writer. Any thread with a pin reads.
final class GroupSlots {
  private static final int NONE = 0;
  private static final int PAGE_SHIFT = 12;
  private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();

  private final Blocks blocks;

  /// The ids of groups; zero for none.
  private final RecordTable slots;

  /// The groups by id. The array is replaced when it grows. An entry is set before a slot refers to
  /// it.
  private volatile @Nullable Group[] groups = new Group[16];

  private int idLimit = 1;

  /// A number above every slot that was ever set.
  private volatile int limit;

  private final Deque<Integer> free = new ArrayDeque<>();

  GroupSlots(SlabPool pool, MemoryUse use) {
    blocks = new Blocks(pool, use);
    slots = new RecordTable(blocks, Purpose.PRE_AGGREGATES, Integer.BYTES, PAGE_SHIFT);
  }

  /// Returns the group of the series at a slot; null if no rule covers it.
  @Nullable Group of(int slot) {
    MemorySegment page = slots.page(slot);
    if (page == null) {
      return null;
    }
    int id = (int) INT.getAcquire(page, slots.offset(slot));
    return id == NONE ? null : groups[id];
  }

  void set(int slot, Group group) {
    INT.setRelease(WritablePage.of(slots, slot), slots.offset(slot), group.id());
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

  /// Returns an id for a new group.
  int takeId() {
    Integer given = free.poll();
    return given == null ? idLimit++ : given;
  }

  void register(Group group) {
    @Nullable Group[] all = groups;
    if (group.id() >= all.length) {
      all = Arrays.copyOf(all, group.id() * 2);
    }
    all[group.id()] = group;
    groups = all;
  }

  /// Reuses the id of a group that no reader can know.
  void giveBack(Group group) {
    groups[group.id()] = null;
    free.add(group.id());
  }

  /// Frees the memory as soon as no reader can know it.
  void close() {
    blocks.close();
  }
}
