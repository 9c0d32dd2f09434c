package goku.codec;

import goku.memory.Blocks;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;

/// The streams of jcstress states, which needs thousands of states at once and millions in
/// sequence. They share memory. The memory of a state is reused after enough later states that it
/// is certainly done. jcstress creates states between runs of the actors, in several threads.
final class StressedStreams {
  /// The number of appends to a stream at once.
  static final int APPENDS = 3;

  /// Fills the first chunk of a stream, but for some bits.
  static final int FIRST_CHUNK_POINTS = 8;

  /// jcstress keeps at most 10,000 states at a time.
  private static final int STATES = 1 << 15;

  private static final long POOL_BYTES = 64L << 20;
  private static final Blocks BLOCKS =
      new Blocks(new SlabPool(POOL_BYTES), new MemoryUse(Long.MAX_VALUE));
  private static final int[] STREAMS = new int[STATES];
  private static int next;

  static final GorillaWriter WRITER = new GorillaWriter(BLOCKS, 0);
  static final GorillaReader READER = new GorillaReader(BLOCKS, 0);

  private StressedStreams() {}

  /// A stream that has the datapoints 0 to `points - 1`.
  static synchronized int create(int points) {
    int index = next++ & (STATES - 1);
    if (STREAMS[index] != Blocks.NONE) {
      WRITER.free(STREAMS[index]);
    }
    int stream = WRITER.create();
    STREAMS[index] = stream;
    append(stream, 0, points);
    return stream;
  }

  /// Appends datapoints from number `from` to before `to`.
  static void append(int stream, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!WRITER.append(stream, timestamp(i), value(i))) {
        throw new IllegalStateException("no memory");
      }
    }
  }

  static long timestamp(int i) {
    return i * 10_000L + i % 3 * 1000L;
  }

  /// Most of its bits differ from those of the one before.
  static double value(int i) {
    return Double.longBitsToDouble((i + 1) * 0x9E37_79B9_7F4A_7C15L);
  }
}
