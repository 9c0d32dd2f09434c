package goku.http.connection;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The raw bytes of an HTTP connection, before the decoder. Disconnects a client that sends the
/// head of a request too slowly. Sends interim answers, which the encoder would treat as the answer
/// itself. Event loop only.
final class RequestBytes extends ChannelInboundHandlerAdapter {
  private final Duration timeout;
  private final HttpMetrics metrics;
  private final Account unread;
  private boolean headAwaited = true;

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
    unread.releaseAll(Kind.HEADS);
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
        var _ = ctx.close();
        return;
      }
    }
    ctx.fireChannelRead(message);
  }

  private boolean charged(Object message) {
    try {
      unread.hold(Kind.HEADS, message instanceof ByteBuf bytes ? bytes.readableBytes() : 0);
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
