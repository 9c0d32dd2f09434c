package goku.shortterm.shard;

import goku.fault.TroubleLog;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.ShardId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The state of a shard that rejects datapoints for lack of memory, with one log line at its start
/// and one at its end. Changed by the writer, read by any thread.
final class MemoryAlarm {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryAlarm.class);

  private final SlabPool pool;
  private final MemoryUse use;
  private final TroubleLog trouble;

  MemoryAlarm(ShardId shard, SlabPool pool, MemoryUse use) {
    this.use = use;
    this.pool = pool;
    trouble = new TroubleLog(LOG, Level.ERROR, "memory shortage", "shard=" + shard);
  }

  void refused() {
    if (!isOn()) {
      trouble.begin(reason() + "; datapoints are rejected", null);
    }
  }

  /// Checks from time to time whether there is memory again. Writer only.
  void review() {
    if (isOn()
        && !use.heapIsFull()
        && pool.usedBytes() + SlabPool.SLAB_BYTES <= pool.budgetBytes()) {
      trouble.end();
    }
  }

  /// Returns whether datapoints are refused for lack of memory, or soon will be.
  boolean isNear() {
    return isOn() || use.heapIsFull() || pool.usedBytes() > pool.budgetBytes() / 10 * 9;
  }

  boolean isOn() {
    return trouble.isOn();
  }

  String reason() {
    return use.heapIsFull()
        ? "the index takes %d bytes of the heap, half of it; raise the heap, or add nodes"
            .formatted(use.heapLimitBytes())
        : "the memory budget of %d bytes is used up; raise memory-budget, or add nodes"
            .formatted(pool.budgetBytes());
  }
}
