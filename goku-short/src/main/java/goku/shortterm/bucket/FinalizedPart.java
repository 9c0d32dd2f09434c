package goku.shortterm.bucket;

import goku.format.CorruptException;
import goku.format.bucket.BucketFile;
import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.Purpose;
import goku.memory.RecordTable;
import goku.memory.SlabPool;
import goku.model.PointBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.roaringbitmap.RoaringBitmap;

/// A finalized bucket: its mapped file, and a table of 4 bytes per series from slots to the file's
/// entries, from which entries can be removed.
///
/// One thread creates and fills it. After its publication the shard's writer changes it.
public final class FinalizedPart implements BucketPart {
  private static final VarHandle ENTRY = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final int PAGE_SHIFT = 12;

  /// The value for no entry. Entries are stored increased by one.
  private static final int NONE = HiddenSeries.NONE;

  private final BucketFile file;
  private final Path path;
  private final MemoryUse use;
  private final Blocks blocks;
  private final RecordTable entries;
  private int present;
  private final AtomicInteger removedCount = new AtomicInteger();
  private boolean sealed;
  private final HiddenSeries hidden = new HiddenSeries();
  private final DeferredCuts deferred = new DeferredCuts();

  /// @param path the path of the file
  public FinalizedPart(BucketFile file, Path path, SlabPool pool, MemoryUse use) {
    this.file = file;
    this.path = path;
    this.use = use;
    blocks = new Blocks(pool, use);
    // the streams that the file replaces are far larger, and are freed afterwards
    blocks.setBeyondBudget(true);
    entries = new RecordTable(blocks, Purpose.SERIES, Integer.BYTES, PAGE_SHIFT);
    use.add(Purpose.FINALIZED, file.bytes());
  }

  public BucketFile file() {
    return file;
  }

  /// Returns the generation of the file.
  public int generation() {
    return file.info().generation();
  }

  public Path path() {
    return path;
  }

  /// Returns the file's entry of the series at a slot; -1 for none.
  public int entryOf(int slot) {
    return entry(slot) - 1;
  }

  /// Sets the entry of the series at a slot.
  public void add(int slot, int entry) {
    MemorySegment page = entries.pageForWriting(slot);
    if (page == null) {
      throw new IllegalStateException("no room for a page beyond the budget");
    }
    ENTRY.setRelease(page, entries.offset(slot), entry + 1);
    present++;
  }

  /// Verifies the pages with the series' datapoints, unless that was done. Returns false if `read`
  /// would fail: one is corrupt, or was when the series was deleted.
  public boolean require(int slot) {
    return !deferred.has(slot) && isRepaired(slot);
  }

  /// Returns whether `require` is true for each series. Costs nothing.
  public boolean isWhole() {
    return file.isWhole() && deferred.isEmpty();
  }

  /// Returns whether `require` is known to be false for a series. Costs nothing.
  boolean isDamaged() {
    return file.isDamaged() || !deferred.isEmpty();
  }

  @Override
  public boolean has(int slot) {
    return entry(slot) != NONE;
  }

  /// @throws CorruptException if a page with the datapoints is corrupt, or was when the series was
  ///   deleted
  @Override
  public boolean read(int slot, PointBuffer into) {
    // before the entry, which the writer removes first when it has cut the series
    if (deferred.has(slot)) {
      throw new CorruptException("bucket file", 0, "a page that was damaged", "a cut series");
    }
    readUncut(slot, into);
    return false;
  }

  /// Appends the datapoints of a series from which deleted ones must still be cut.
  ///
  /// @throws CorruptException if a page with the datapoints is corrupt
  void readUncut(int slot, PointBuffer into) {
    int entry = entry(slot);
    if (entry != NONE) {
      file.read(entry - 1, into);
    }
  }

  /// Returns whether the pages of a series from which deleted ones must still be cut are good.
  boolean isRepaired(int slot) {
    int entry = entry(slot);
    return entry == NONE || file.require(entry - 1);
  }

  /// Returns the cuts that wait for the repair of the file. Changed by the writer only.
  DeferredCuts deferred() {
    return deferred;
  }

  @Override
  public int count(int slot) {
    int entry = entry(slot);
    return entry == NONE ? 0 : file.points(entry - 1);
  }

  @Override
  public long bytes(int slot) {
    int entry = entry(slot);
    return entry == NONE ? 0 : file.blockBytes(entry - 1);
  }

  /// Returns a number that changes after each removal of entries, which invalidates earlier counts.
  public int changes() {
    return removedCount.get();
  }

  @Override
  public long touch(int[] slots, int count, int[] scratch) {
    for (int i = 0; i < count; i++) {
      scratch[i] = entry(slots[i]);
    }
    long touched = 0;
    for (int i = 0; i < count; i++) {
      if (scratch[i] != NONE) {
        touched += file.touch(scratch[i] - 1);
      }
    }
    return touched;
  }

  @Override
  public boolean isEmpty() {
    return present == 0;
  }

  @Override
  public void remove(int slot) {
    if (has(slot)) {
      if (sealed) {
        hidden.add(slot, entry(slot)); // before readers no longer find it
      }
      MemorySegment page = entries.pageForWriting(slot);
      ENTRY.setRelease(page, entries.offset(slot), NONE);
      deferred.remove(slot);
      present--;
      removedCount.incrementAndGet();
    }
  }

  @Override
  public void seal() {
    sealed = true;
  }

  @Override
  public boolean hasForFile(int slot) {
    return entryForFile(slot) != NONE;
  }

  @Override
  public boolean readForFile(int slot, PointBuffer into) {
    int entry = entryForFile(slot);
    if (entry != NONE) {
      file.read(entry - 1, into);
    }
    return false;
  }

  @Override
  public Set<Integer> hidden() {
    return hidden.slots();
  }

  /// Returns whether entries of the file were removed. Writer only.
  boolean isCut() {
    return removedCount.get() > 0;
  }

  /// Returns the entries of the file that no slot below the limit has. Writer only.
  public RoaringBitmap removed(int slotLimit) {
    var missing = new BitSet(file.seriesCount());
    if (isCut()) {
      missing.set(0, file.seriesCount());
      for (int slot = 0; slot < slotLimit; slot++) {
        int entry = entry(slot);
        if (entry != NONE) {
          missing.clear(entry - 1);
        }
      }
    }
    var removed = new RoaringBitmap();
    missing.stream().forEach(removed::add);
    return removed;
  }

  /// Reports that entries of the file were left out when the part was filled.
  public void leaveOut(int count) {
    removedCount.addAndGet(count);
  }

  @Override
  public void close() {
    blocks.close();
    use.add(Purpose.FINALIZED, -file.bytes());
    file.close();
  }

  private int entryForFile(int slot) {
    int entry = entry(slot);
    return entry == NONE ? hidden.value(slot) : entry;
  }

  private int entry(int slot) {
    MemorySegment page = entries.page(slot);
    return page == null ? NONE : (int) ENTRY.getAcquire(page, entries.offset(slot));
  }
}
