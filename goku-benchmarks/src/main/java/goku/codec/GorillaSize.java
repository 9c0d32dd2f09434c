package goku.codec;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;

/// A counter of the bits of Gorilla streams, without headers and unused space of chunks.
public final class GorillaSize implements AutoCloseable {
  private static final long POOL_BYTES = 64L << 20;

  private final SlabPool pool = new SlabPool(POOL_BYTES);
  private final MemoryUse use = new MemoryUse(Long.MAX_VALUE);

  /// The bits of one stream of some of the datapoints.
  public long bits(long[] timestamps, double[] values, int from, int to, long originMillis) {
    try (var blocks = new Blocks(pool, use)) {
      var writer = new GorillaWriter(blocks, originMillis);
      int stream = writer.create();
      for (int i = from; i < to; i++) {
        if (!writer.append(stream, timestamps[i], values[i])) {
          throw new IllegalStateException("no memory for the datapoint " + i);
        }
      }
      long published =
          (long)
              StreamLayout.LONG.getAcquire(
                  blocks.segment(stream), Blocks.offset(stream) + StreamLayout.PUBLISHED);
      return published & 0xFFFF_FFFFL;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
