package goku.http.connection;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The raw bytes of an HTTP connection, before the decoder. Disconnects a client that sends the
/// head of a request too slowly. Sends interim answers, which the encoder would treat as the answer
/// itself. Event loop only.
final class RequestBytes extends ChannelInboundHandlerAdapter {
  private static final byte[] OVER_BUDGET =
      """
      HTTP/1.1 503 Service Unavailable\r
      retry-after: 1\r
      content-length: 0\r
      connection: close\r
      \r
      """
          .getBytes(StandardCharsets.US_ASCII);

  /// The first bytes of a head, which are not charged: those of most small requests.
  private static final int FREE_BYTES = 2048;

  private final Duration timeout;
  private final HttpMetrics metrics;
  private final Account unread;
  private boolean headAwaited = true;
  private int arrived;

  /// True if bytes arrived after the current request.
  private boolean more;

  private @Nullable Future<?> deadline;
  private @Nullable ChannelHandlerContext context;

  /// @param unread charged with the bytes of a head that has not arrived completely
  RequestBytes(Duration timeout, HttpMetrics metrics, Account unread) {
    this.unread = unread;
    this.timeout = timeout;
    this.metrics = metrics;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /// Reports that the current request is complete: the next byte begins a head.
  void requestArrived() {
    more = false;
  }

  /// Reports that the current request is answered.
  void awaitHead() {
    headAwaited = true;
    if (more && context != null) {
      limitHead(context);
    }
  }

  void headArrived() {
    headAwaited = false;
    if (arrived > FREE_BYTES) {
      unread.releaseAll(Kind.HEADS);
    }
    arrived = 0;
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  /// Sends bytes without the encoder.
  void send(byte[] interim) {
    if (context != null) {
      var _ = context.writeAndFlush(Unpooled.wrappedBuffer(interim));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    more = true;
    if (headAwaited) {
      limitHead(ctx);
      if (!charged(message)) {
        ReferenceCountUtil.release(message);
        metrics.rejected("budget");
        ctx.writeAndFlush(Unpooled.wrappedBuffer(OVER_BUDGET))
            .addListener(ChannelFutureListener.CLOSE);
        return;
      }
    }
    ctx.fireChannelRead(message);
  }

  private boolean charged(Object message) {
    int before = Math.max(arrived, FREE_BYTES);
    arrived += message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
    try {
      unread.hold(Kind.HEADS, Math.max(0, arrived - before));
      return true;
    } catch (BudgetExceededException e) {
      return false;
    }
  }

  private void limitHead(ChannelHandlerContext ctx) {
    if (deadline == null) {
      Runnable cut = () -> cut(ctx);
      deadline = ctx.executor().schedule(cut, timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    headArrived();
    ctx.fireChannelInactive();
  }

  private void cut(ChannelHandlerContext ctx) {
    metrics.rejected("slow-head");
    var _ = ctx.close();
  }
}
