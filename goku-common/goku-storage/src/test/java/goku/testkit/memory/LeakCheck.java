package goku.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import goku.memory.MemoryUse;
import goku.memory.SlabPool;

/// Off-heap memory for a test. Closing it fails if any of the memory is still in use.
public final class LeakCheck implements AutoCloseable {
  private final SlabPool pool;
  private final MemoryUse use;

  public LeakCheck(long budgetBytes) {
    this(budgetBytes, Long.MAX_VALUE);
  }

  public LeakCheck(long budgetBytes, long heapLimitBytes) {
    pool = new SlabPool(budgetBytes);
    use = new MemoryUse(heapLimitBytes);
  }

  public SlabPool pool() {
    return pool;
  }

  public MemoryUse use() {
    return use;
  }

  @Override
  public void close() {
    long slabs = pool.usedBytes();
    pool.close();
    assertThat(slabs).as("bytes of slabs that were not returned").isZero();
    assertThat(use.total()).as("bytes in use by purpose").isZero();
  }
}
