package goku.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.memory.LeakCheck;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlocksTest {
  @Test
  void budgetIsRespectedAndReturnedAtOnce() {
    try (var memory = new LeakCheck(2 * SlabPool.SLAB_BYTES + 100)) {
      var first = new Blocks(memory.pool(), memory.use());
      int blocks = 0;
      while (first.allocate(1024, Purpose.STREAMS) != Blocks.NONE) {
        blocks++;
      }
      assertThat(blocks).isEqualTo(2 * 256 - 1);
      assertThat(memory.use().bytes(Purpose.STREAMS)).isEqualTo(blocks * 1024L);
      var second = new Blocks(memory.pool(), memory.use());
      assertThat(second.allocate(16, Purpose.NAMES)).isEqualTo(Blocks.NONE);
      first.close();
      assertThat(second.allocate(16, Purpose.NAMES)).isNotEqualTo(Blocks.NONE);
      second.close();
    }
  }

  @Test
  void freedBlocksAreUsedAgain() {
    try (var memory = new LeakCheck(1 << 20)) {
      var blocks = new Blocks(memory.pool(), memory.use());
      Set<Integer> handles = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        assertThat(handles.add(blocks.allocate(40, Purpose.NAMES))).isTrue();
      }
      handles.forEach(handle -> blocks.free(handle, 40, Purpose.NAMES));
      assertThat(memory.use().bytes(Purpose.NAMES)).isZero();
      for (int i = 0; i < 100; i++) {
        assertThat(handles.remove(blocks.allocate(33, Purpose.NAMES))).isTrue();
      }
      blocks.close();
    }
  }

  @Test
  void smallBlocksFillTheRestThatWasTooSmallForALargeOne() {
    try (var memory = new LeakCheck(1 << 20)) {
      var blocks = new Blocks(memory.pool(), memory.use());
      int large = 48 << 10;
      for (int i = 0; i < 6; i++) {
        assertThat(blocks.allocate(large, Purpose.SERIES)).isNotEqualTo(Blocks.NONE);
      }
      int first = blocks.allocate(24, Purpose.NAMES);
      assertThat(memory.pool().usedBytes()).isEqualTo(2L * SlabPool.SLAB_BYTES);
      assertThat(Blocks.offset(first)).isEqualTo(64 + 5L * large);
      Set<Integer> handles = new HashSet<>(Set.of(first));
      for (int i = 0; i < (SlabPool.SLAB_BYTES + 10_000 - large) / 24; i++) {
        assertThat(handles.add(blocks.allocate(24, Purpose.NAMES))).isTrue();
      }
      assertThat(memory.pool().usedBytes()).isEqualTo(2L * SlabPool.SLAB_BYTES);
      blocks.close();
    }
  }

  @Test
  void slabsTakenBeyondTheBudgetDoNotEnlargeIt() {
    try (var memory = new LeakCheck(2 * SlabPool.SLAB_BYTES)) {
      var within = new Blocks(memory.pool(), memory.use());
      fill(within);
      var beyond = new Blocks(memory.pool(), memory.use());
      assertThat(beyond.allocate(64, Purpose.STREAMS)).isEqualTo(Blocks.NONE);
      beyond.setBeyondBudget(true);
      assertThat(beyond.allocate(64, Purpose.STREAMS)).isNotEqualTo(Blocks.NONE);
      assertThat(memory.pool().usedBytes()).isEqualTo(3 * SlabPool.SLAB_BYTES);
      within.close();
      beyond.close();
      var again = new Blocks(memory.pool(), memory.use());
      fill(again);
      assertThat(memory.pool().usedBytes()).isEqualTo(2 * SlabPool.SLAB_BYTES);
      again.close();
    }
  }

  private static void fill(Blocks blocks) {
    int last;
    do {
      last = blocks.allocate(1024, Purpose.STREAMS);
    } while (last != Blocks.NONE);
  }

  @Test
  void blockLargerThanTheLargestIsRefused() {
    try (var memory = new LeakCheck(1 << 20)) {
      var blocks = new Blocks(memory.pool(), memory.use());
      assertThatThrownBy(() -> blocks.allocate(Blocks.MAX_BLOCK_BYTES + 1, Purpose.NAMES))
          .hasMessageContaining("66561");
    }
  }
}
