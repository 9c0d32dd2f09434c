package goku.codec.block;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Decodes what a `ValueEncoder` wrote. Stateless; allocates nothing.
public final class ValueDecoder {
  /// A decoder may load that many bytes behind the last one of a block.
  public static final int READ_AHEAD_BYTES = 64;

  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ValueDecoder() {}

  /// Decodes `count` values, from an offset of the segment on, to the array from index `to` on. The
  /// segment has `READ_AHEAD_BYTES` behind the block.
  public static void decode(MemorySegment segment, long at, int count, double[] values, int to) {
    for (int i = 0; i < count; i++) {
      values[to + i] = segment.get(DOUBLE, at + (long) i * Double.BYTES);
    }
  }
}
