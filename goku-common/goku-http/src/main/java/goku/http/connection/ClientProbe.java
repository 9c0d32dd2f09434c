package goku.http.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Finds out whether a client that has ended its side (FIN) still waits for the answer. TCP cannot
/// tell a client that closed from one that only has nothing more to say, such as `nc`, until
/// something is sent: the one that closed answers that with a reset, and the next write fails,
/// which closes the channel. What can be sent before an answer is `102 Processing`, which every
/// client of HTTP/1.1 has to skip (RFC 9110, 15.2). Event loop only.
final class ClientProbe {
  private static final byte[] PROCESSING = "HTTP/1.1 102 Processing\r\n\r\n".getBytes(US_ASCII);

  /// Time for the reset to come back; doubled each time, for a client far away, and so that one
  /// that does wait is not sent too many.
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

  /// The answer has begun, whose own writes will tell, or the client is known to be gone.
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
