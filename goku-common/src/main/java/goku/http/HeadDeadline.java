package goku.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Cuts off a client that takes too long over the head of a request, a byte now and then. Sits
/// before the decoder, where each byte is seen. Event loop only.
final class HeadDeadline extends ChannelInboundHandlerAdapter {
  private final Duration timeout;
  private final HttpMetrics metrics;
  private boolean awaited = true;
  private @Nullable Future<?> deadline;

  HeadDeadline(Duration timeout, HttpMetrics metrics) {
    this.timeout = timeout;
    this.metrics = metrics;
  }

  /// The next byte begins a head.
  void await() {
    awaited = true;
  }

  void arrived() {
    awaited = false;
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (awaited && deadline == null) {
      Runnable cut = () -> cut(ctx);
      deadline = ctx.executor().schedule(cut, timeout.toMillis(), TimeUnit.MILLISECONDS);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    arrived();
    ctx.fireChannelInactive();
  }

  private void cut(ChannelHandlerContext ctx) {
    metrics.rejected("slow-head");
    var _ = ctx.close();
  }
}
