package goku.standalone.bench.load;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A file of payloads. Each payload has the number of its datapoints and of its bytes, 4 bytes
/// each, followed by its bytes.
final class PayloadFile {
  private static final int BUFFER_BYTES = 1 << 20;

  private PayloadFile() {}

  static final class Writer implements AutoCloseable {
    private final DataOutputStream out;

    Writer(Path file) throws IOException {
      out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
    }

    void write(int datapoints, ByteArrayOutputStream payload) throws IOException {
      out.writeInt(datapoints);
      out.writeInt(payload.size());
      payload.writeTo(out);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /// A reader of the file. Thread-safe.
  static final class Reader implements AutoCloseable {
    private final DataInputStream in;
    private final SendThrottle throttle;

    Reader(Path file, SendThrottle throttle) throws IOException {
      this.throttle = throttle;
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
    }

    /// Returns the next payload as soon as the rate permits it; null after the last one.
    @Nullable Payload next() throws IOException {
      Payload next = read();
      if (next != null) {
        throttle.take(next.datapoints());
      }
      return next;
    }

    private synchronized @Nullable Payload read() throws IOException {
      byte[] head = in.readNBytes(Integer.BYTES);
      if (head.length == 0) {
        return null;
      }
      int datapoints = ByteBuffer.wrap(head).getInt();
      byte[] bytes = new byte[in.readInt()];
      in.readFully(bytes);
      return new Payload(datapoints, bytes);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
