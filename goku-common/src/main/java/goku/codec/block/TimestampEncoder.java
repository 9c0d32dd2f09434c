package goku.codec.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Encodes the timestamps of one or more series in one bucket. Owned by one thread.
public final class TimestampEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// The bytes that so many timestamps take at most.
  public static int maxBytes(int count) {
    return count * Long.BYTES;
  }

  /// Writes the first `count` timestamps, in milliseconds and strictly ascending, from index `at`
  /// of the array on, and returns the index behind them. The array has room for `maxBytes`.
  ///
  /// @param originMillis the start of the bucket, not after the first timestamp
  public int encode(long[] timestamps, int count, long originMillis, byte[] into, int at) {
    int end = at;
    for (int i = 0; i < count; i++) {
      LONG.set(into, end, timestamps[i] - originMillis);
      end += Long.BYTES;
    }
    return end;
  }
}
