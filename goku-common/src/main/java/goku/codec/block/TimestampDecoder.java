package goku.codec.block;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Decodes what a `TimestampEncoder` wrote. Stateless; allocates nothing.
public final class TimestampDecoder {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private TimestampDecoder() {}

  /// Decodes `count` timestamps, from an offset of the segment on, to the array from index `to` on.
  /// The segment has `ValueDecoder.READ_AHEAD_BYTES` behind the block.
  ///
  /// @param originMillis as it was given to the encoder
  public static void decode(
      MemorySegment segment, long at, int count, long originMillis, long[] timestamps, int to) {
    for (int i = 0; i < count; i++) {
      timestamps[to + i] = originMillis + segment.get(LONG, at + (long) i * Long.BYTES);
    }
  }
}
