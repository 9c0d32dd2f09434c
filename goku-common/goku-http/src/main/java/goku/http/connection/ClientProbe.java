package goku.http.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A probe whether a client that has closed its sending side (FIN) still waits for the answer. TCP
/// cannot distinguish a client that closed the connection from one that has only nothing more to
/// send, such as `nc`, until the server sends something. A closed client answers with a reset, and
/// the next write fails, which closes the channel. Before an answer, the server can send `102
/// Processing`, which every HTTP/1.1 client must skip (RFC 9110, 15.2). Event loop only.
final class ClientProbe {
  private static final byte[] PROCESSING = "HTTP/1.1 102 Processing\r\n\r\n".getBytes(US_ASCII);

  /// The time for the reset to arrive. It is doubled each time, for distant clients, and to send
  /// few probes to clients that do wait.
  private static final long FIRST_WAIT_MILLIS = 200;

  private final RequestBytes wire;
  private @Nullable Future<?> next;

  ClientProbe(RequestBytes wire) {
    this.wire = wire;
  }

  void start(ChannelHandlerContext ctx) {
    stop();
    probe(ctx, FIRST_WAIT_MILLIS);
  }

  /// Stops probing, because the answer has begun and its own writes will fail, or because the
  /// client is known to be gone.
  void stop() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }

  private void probe(ChannelHandlerContext ctx, long waitMillis) {
    wire.send(PROCESSING);
    next =
        ctx.executor()
            .schedule(() -> probe(ctx, 2 * waitMillis), waitMillis, TimeUnit.MILLISECONDS);
  }
}
