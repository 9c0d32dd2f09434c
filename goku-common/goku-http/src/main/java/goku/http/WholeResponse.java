package goku.http;

import goku.eventloop.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// A response whose body an event loop has written to memory, so that only the bytes are left to
/// send. A larger body needs a worker thread.
public final class WholeResponse {
  /// The largest body. Compressing it takes some tenths of a millisecond.
  private static final int MAX_BYTES = 16 << 10;

  private WholeResponse() {}

  /// Returns the response with its body in memory on an event loop, and unchanged on another
  /// thread.
  public static HttpResponse of(HttpResponse response) throws IOException {
    if (!EventLoop.isCurrent()) {
      return response;
    }
    var body = new Bounded();
    response.body().writeTo(body);
    return new HttpResponse(
        response.status(), response.contentType(), response.headers(), body::writeTo);
  }

  private static final class Bounded extends ByteArrayOutputStream {
    @Override
    public synchronized void write(int one) {
      requireRoom(1);
      super.write(one);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) {
      requireRoom(length);
      super.write(from, offset, length);
    }

    private void requireRoom(int length) {
      if (size() + length > MAX_BYTES) {
        EventLoop.leave();
      }
    }
  }
}
