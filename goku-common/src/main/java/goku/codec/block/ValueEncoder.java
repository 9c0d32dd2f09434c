package goku.codec.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Encodes the values of a series in one bucket, every bit of them. Owned by one thread.
public final class ValueEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /// The bytes that so many values take at most.
  public static int maxBytes(int count) {
    return count * Double.BYTES;
  }

  /// Writes the first `count` values from index `at` of the array on, and returns the index behind
  /// them. The array has room for `maxBytes`.
  public int encode(double[] values, int count, byte[] into, int at) {
    int end = at;
    for (int i = 0; i < count; i++) {
      LONG.set(into, end, Double.doubleToRawLongBits(values[i]));
      end += Double.BYTES;
    }
    return end;
  }
}
