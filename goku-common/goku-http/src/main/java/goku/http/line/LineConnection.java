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

/// One connection of the line protocol. The event loop only queues bytes; a virtual thread, at most
/// one at a time, cuts them into lines and calls the handler, which may block. Meanwhile the socket
/// is read no further than the limits of `ChunkQueue`, so that the client feels the pressure.
public final class LineConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(LineConnection.class);

  private final LineHandler handler;
  private final int maxLine;
  private final Duration linger;
  private final Executor threads;
  private final LineMetrics metrics;
  private final String remote;
  private @Nullable ChunkQueue queue;

  /// @param handler of this connection alone
  /// @param maxLine bytes of a line without its end
  /// @param linger how long lines that keep coming may gather
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
    LOG.debug("line connection of {} failed", remote, cause);
    var _ = ctx.close();
  }

  private ChunkQueue queue() {
    if (queue == null) {
      throw new IllegalStateException("line connection is in no pipeline");
    }
    return queue;
  }
}
