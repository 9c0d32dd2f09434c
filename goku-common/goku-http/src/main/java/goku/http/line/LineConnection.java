package goku.http.line;

import goku.http.LineHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection of the line protocol. The event loop only queues bytes. At most one virtual thread
/// at a time splits them into lines and calls the handler, which may block. Meanwhile the socket is
/// read only up to the limits of `ChunkQueue`, so that the client is throttled.
public final class LineConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(LineConnection.class);

  private final LineHandler handler;
  private final int maxLine;
  private final Duration linger;
  private final Executor threads;
  private final LineMetrics metrics;
  private final String remote;
  private @Nullable ChunkQueue queue;

  /// @param handler the handler of this connection only
  /// @param maxLine the longest line in bytes, without its terminator
  /// @param linger how long a steady stream of lines may gather
  public LineConnection(
      LineHandler handler,
      int maxLine,
      Duration linger,
      Executor threads,
      LineMetrics metrics,
      String remote) {
    this.handler = handler;
    this.maxLine = maxLine;
    this.linger = linger;
    this.threads = threads;
    this.metrics = metrics;
    this.remote = remote;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ChannelReplies replies = new ChannelReplies(ctx.channel(), metrics);
    Linger gathering = new Linger(linger, System::nanoTime);
    LineWorker worker = new LineWorker(handler, maxLine, gathering, replies, metrics, remote);
    queue = new ChunkQueue(worker, threads, ctx.channel().config());
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      ByteBuf in = (ByteBuf) message;
      byte[] chunk = new byte[in.readableBytes()];
      in.readBytes(chunk);
      queue().add(chunk);
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    queue().work();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      queue().end(); // replies may still be read: `echo version | nc` ends its side at once
    } else if (event instanceof IdleStateEvent && queue().idle()) {
      var _ = ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    queue().end();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("line connection failed remote={}", remote, cause);
    var _ = ctx.close();
  }

  private ChunkQueue queue() {
    if (queue == null) {
      throw new IllegalStateException("line connection is in no pipeline");
    }
    return queue;
  }
}
