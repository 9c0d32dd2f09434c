package goku.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Slabs beyond the memory budget.
final class SpillTest {
  private static final int SLAB = SlabPool.SLAB_BYTES;
  private static final int REGION = 4 << 20;

  @TempDir private Path directory;
  private SlabPool pool = new SlabPool(SLAB);

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void slabsBeyondTheBudgetAreSpilledUpToTheLimit() {
    open(4 * SLAB, 2 * REGION);
    List<MemorySegment> slabs = takeAll();
    assertThat(slabs).hasSize(4 + 2 * REGION / SLAB);
    assertThat(pool.usedBytes()).isEqualTo(4 * SLAB);
    assertThat(pool.spilledBytes()).isEqualTo(2 * REGION);
    assertThat(pool.availableBytes()).isZero();
    assertThat(pool.isNearlyFull()).isTrue();
  }

  @Test
  void spilledSlabsAreAlignedAndKeepTheirContent() {
    open(SLAB, REGION);
    List<MemorySegment> slabs = takeAll();
    for (int i = 0; i < slabs.size(); i++) {
      assertThat(slabs.get(i).address() % 64).isZero();
      slabs.get(i).fill((byte) i);
    }
    for (int i = 0; i < slabs.size(); i++) {
      assertThat(slabs.get(i).get(ValueLayout.JAVA_BYTE, SLAB - 1)).isEqualTo((byte) i);
    }
  }

  @Test
  void theFilesHaveNoNamesThatAKilledProcessCouldLeave() throws IOException {
    open(SLAB, REGION);
    assertThat(takeAll()).hasSizeGreaterThan(1);
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void memoryIsTakenBeforeSpilledSlabsAgain() {
    open(4 * SLAB, 4 * REGION);
    List<MemorySegment> slabs = takeAll();
    slabs.forEach(pool::giveBack);
    assertThat(pool.usedBytes()).isZero();
    assertThat(pool.spilledBytes()).isZero();
    var again = Objects.requireNonNull(pool.take());
    assertThat(pool.usedBytes()).isEqualTo(SLAB);
    pool.giveBack(again);
  }

  @Test
  void aRegionIsReleasedOnceAnotherOneHasFreeSlabs() {
    var spill = new CountingSpill();
    pool.close();
    pool = new SlabPool(SLAB, spill, 3 * REGION);
    List<MemorySegment> slabs = takeAll();
    assertThat(spill.regions).isEqualTo(3);
    slabs.forEach(pool::giveBack);
    assertThat(spill.regions).as("one is kept for the next slab").isEqualTo(1);
    assertThat(pool.availableBytes()).isEqualTo(SLAB + 3 * REGION);
  }

  @Test
  void contentThatChangesSeldomLeavesTheLastQuarterOfTheBudgetToOthers() {
    open(8 * SLAB, REGION);
    for (int i = 0; i < 7; i++) {
      assertThat(pool.takeSettled()).isNotNull();
    }
    assertThat(pool.usedBytes()).isEqualTo(6 * SLAB);
    assertThat(pool.spilledBytes()).isEqualTo(SLAB);
    assertThat(pool.take()).isNotNull();
    assertThat(pool.usedBytes()).isEqualTo(7 * SLAB);
  }

  @Test
  void withoutRoomOnTheDiskThereIsOnlyTheBudget() {
    pool.close();
    pool = new SlabPool(2 * SLAB, new SpillFiles(directory, Long.MAX_VALUE), REGION);
    assertThat(pool.availableBytes()).isEqualTo(2 * SLAB);
    assertThat(takeAll()).hasSize(2);
    assertThat(pool.takeSettled()).isNull();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNoSpace() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    pool.close();
    pool = new SlabPool(SLAB, new SpillFiles(file.resolve("spill"), 0), REGION);
    assertThat(takeAll()).hasSize(1);
    assertThat(pool.availableBytes()).isZero();
  }

  private void open(long budget, long limit) {
    pool.close();
    pool = new SlabPool(budget, new SpillFiles(directory, 0), limit);
  }

  private List<MemorySegment> takeAll() {
    List<MemorySegment> slabs = new ArrayList<>();
    for (MemorySegment slab = pool.take(); slab != null; slab = pool.take()) {
      slabs.add(slab);
    }
    return slabs;
  }

  private final class CountingSpill implements Spill {
    private final Spill files = new SpillFiles(directory, 0);
    private int regions;

    @Override
    public Optional<Region> add() {
      regions++;
      return files
          .add()
          .map(
              region ->
                  new Region(
                      region.bytes(),
                      () -> {
                        regions--;
                        region.release().run();
                      }));
    }

    @Override
    public long roomBytes() {
      return files.roomBytes();
    }
  }
}
