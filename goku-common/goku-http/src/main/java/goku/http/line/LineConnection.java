package goku.http.line;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.http.HttpLimits;
import goku.http.LineHandler;
import goku.http.answer.WritableGate;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection of the line protocol. The event loop only queues bytes. At most one virtual thread
/// at a time splits them into lines and calls the handler, which may block. Meanwhile the socket is
/// read only up to the limits of `ChunkQueue`, so that the client is throttled. So is a client that
/// does not read its replies.
public final class LineConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(LineConnection.class);

  private final LineHandler handler;
  private final int maxLine;
  private final Duration linger;
  private final Duration patience;
  private final Executor threads;
  private final LineMetrics metrics;
  private final Presence presence;
  private final Account account;
  private final Duration firstLine;
  private final String remote;
  private final WritableGate gate;
  private @Nullable ChunkQueue queue;
  private @Nullable Future<?> deadline;

  /// @param factory creates the handler of this connection
  /// @param limits the longest line in bytes, and the longest time until the first line
  /// @param account charged with the bytes that are not handled yet
  public LineConnection(
      LineHandler.Factory factory,
      HttpLimits limits,
      Executor threads,
      LineMetrics metrics,
      Presence presence,
      Account account,
      String remote) {
    this.handler = factory.open(remote);
    this.maxLine = (int) limits.maxLine().bytes();
    this.firstLine = limits.headTimeout();
    this.linger = factory.linger();
    this.patience = factory.patience();
    this.gate = new WritableGate(patience, () -> {});
    this.threads = threads;
    this.metrics = metrics;
    this.presence = presence;
    this.account = account;
    this.remote = remote;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ChannelReplies replies = new ChannelReplies(ctx.channel(), gate, patience, metrics);
    Linger gathering = new Linger(linger, System::nanoTime);
    LineWorker worker =
        new LineWorker(handler, maxLine, gathering, replies, metrics, presence, account, remote);
    queue = new ChunkQueue(worker, threads, ctx.channel().config(), account);
    account.onAbort(() -> overBudget(ctx));
    Runnable cut = () -> cut(ctx, worker);
    deadline = ctx.executor().schedule(cut, firstLine.toMillis(), TimeUnit.MILLISECONDS);
    ctx.channel().config().setAutoRead(true);
  }

  /// Closes a connection without a first line, which with users is the login.
  private void cut(ChannelHandlerContext ctx, LineWorker worker) {
    if (!worker.begun()) {
      presence.tooSlow();
      var _ = ctx.close();
    }
  }

  private void overBudget(ChannelHandlerContext ctx) {
    presence.overBudget();
    var _ = ctx.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      ByteBuf in = (ByteBuf) message;
      queue().charge(in.readableBytes());
      byte[] chunk = new byte[in.readableBytes()];
      in.readBytes(chunk);
      queue().add(chunk);
    } catch (BudgetExceededException e) {
      overBudget(ctx);
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
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    gate.changed();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (deadline != null) {
      deadline.cancel(false);
    }
    gate.changed();
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
