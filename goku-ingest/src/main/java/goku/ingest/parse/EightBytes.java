package goku.ingest.parse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Eight bytes of an array as one little-endian number.
final class EightBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private EightBytes() {}

  static long at(byte[] bytes, int start) {
    return (long) LONG.get(bytes, start);
  }
}
