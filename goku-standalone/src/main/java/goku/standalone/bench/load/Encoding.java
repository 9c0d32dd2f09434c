package goku.standalone.bench.load;

import java.io.ByteArrayOutputStream;

/// A format of readings in payloads. Owned by one thread.
interface Encoding {
  /// Appends a field of a host to the payload.
  ///
  /// @param time seconds since the epoch, as text
  /// @param value a number, as text
  void add(int host, int field, byte[] time, byte[] value, ByteArrayOutputStream payload);

  /// Returns whether a payload may end after the field.
  boolean endsRow(int field);

  /// Appends the end of a payload.
  void end(ByteArrayOutputStream payload);
}
