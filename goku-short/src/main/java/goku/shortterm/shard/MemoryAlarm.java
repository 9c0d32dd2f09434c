package goku.shortterm.shard;

import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.model.ShardId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether a shard refuses datapoints for want of memory; one line of the log when that begins and
/// one when it ends. Changed by the writer, read by any thread.
final class MemoryAlarm {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryAlarm.class);

  private final ShardId shard;
  private final SlabPool pool;
  private final MemoryUse use;
  private volatile boolean on;

  MemoryAlarm(ShardId shard, SlabPool pool, MemoryUse use) {
    this.use = use;
    this.shard = shard;
    this.pool = pool;
  }

  void refused() {
    if (!on) {
      on = true;
      LOG.error("shard {} refuses datapoints: {}", shard, reason());
    }
  }

  /// The writer asks from time to time whether there is memory again.
  void review() {
    if (on && !use.heapIsFull() && pool.usedBytes() + SlabPool.SLAB_BYTES <= pool.budgetBytes()) {
      on = false;
      LOG.info("shard {} takes all datapoints again: memory is free", shard);
    }
  }

  boolean isOn() {
    return on;
  }

  String reason() {
    return use.heapIsFull()
        ? "the index takes %d bytes of the heap, half of it; raise the heap, or add nodes"
            .formatted(use.heapLimitBytes())
        : "the memory budget of %d bytes is used up; raise memory-budget, or add nodes"
            .formatted(pool.budgetBytes());
  }
}
