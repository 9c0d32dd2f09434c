package goku.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// A request that the event loop answers itself, because the answer is expected to take less time
/// than to hand the request to a thread and the answer back. All other connections of the loop wait
/// meanwhile, so nothing else may be waited for: who is about to wait, to work for long, or to do
/// what must not be done twice, calls `leave` first, and the request begins anew on a thread.
///
/// Holds for what is called by a handler of a route that was added by `Routes.addQuick`.
public final class AtOnce {
  /// What gzip compresses in some tenths of a millisecond.
  private static final int MOST_BYTES = 16 << 10;

  private static final ScopedValue<Boolean> ASKED = ScopedValue.newInstance();

  private AtOnce() {}

  /// Answers a request on this thread, which is that of an event loop. False when it has to be
  /// answered by another.
  public static boolean attempt(Runnable answer) {
    try {
      ScopedValue.where(ASKED, true).run(answer);
      return true;
    } catch (NeedsThreadException e) {
      return false;
    }
  }

  /// Whether this thread is that of an event loop.
  public static boolean isAsked() {
    return ASKED.isBound();
  }

  /// Does nothing on a thread that may wait.
  ///
  /// @throws NeedsThreadException on an event loop; nothing that the request has done may be left
  public static void leave() {
    if (isAsked()) {
      throw new NeedsThreadException();
    }
  }

  /// The response with all of its body made, when it is to be given at once: nothing is left that
  /// could take long.
  public static HttpResponse whole(HttpResponse response) throws IOException {
    if (!isAsked()) {
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
      if (size() + length > MOST_BYTES) {
        leave();
      }
    }
  }
}
