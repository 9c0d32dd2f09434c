package goku.rpc.grpc;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/// The array that bytes of a message lie in, without a copy. A `ByteString` gives it to a
/// `ByteOutput` only.
final class ArrayOf extends ByteOutput {
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /// To be read only.
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
    throw new UnsupportedOperationException("a field of bytes is one array");
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
