package goku.standalone.bench.load;

import java.io.ByteArrayOutputStream;

/// How readings are written into payloads. Owned by one thread.
interface Encoding {
  /// Writes a field of a host, behind those of the payload that are there.
  ///
  /// @param time seconds since the epoch, as text
  /// @param value a number, as text
  void add(int host, int field, byte[] time, byte[] value, ByteArrayOutputStream payload);

  /// Whether a payload may end behind the field.
  boolean endsRow(int field);

  /// Writes what stands behind the last field of a payload.
  void end(ByteArrayOutputStream payload);
}
