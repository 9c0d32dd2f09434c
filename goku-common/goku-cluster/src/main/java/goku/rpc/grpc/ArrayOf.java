package goku.rpc.grpc;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/// A view of the array that holds a `ByteString`, without a copy. A `ByteString` shows its array
/// only to a `ByteOutput`.
final class ArrayOf extends ByteOutput {
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /// Returns the bytes, which callers must not change.
  static ByteBuffer bytes(ByteString bytes) {
    var array = new ArrayOf();
    try {
      UnsafeByteOperations.unsafeWriteTo(bytes, array);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return array.buffer;
  }

  @Override
  public void write(byte value) {
    throw new UnsupportedOperationException(
        "cannot write single bytes: a field of bytes is one array");
  }

  @Override
  public void write(byte[] value, int offset, int length) {
    writeLazy(value, offset, length);
  }

  @Override
  public void writeLazy(byte[] value, int offset, int length) {
    buffer = ByteBuffer.wrap(value, offset, length).slice();
  }

  @Override
  public void write(ByteBuffer value) {
    writeLazy(value);
  }

  @Override
  public void writeLazy(ByteBuffer value) {
    buffer = value.slice();
  }
}
