package goku.http.connection;

import goku.http.HttpLimits;
import goku.http.line.LineConnections;
import goku.http.security.ServerTls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The admission of new connections of a port. At the limit, a new connection replaces the one that
/// has been idle for longest. If none is idle, a few more are open only to health checks: without
/// them, a busy process would be restarted. Thread-safe.
public final class Connections extends ChannelInitializer<Channel> {
  /// The number of connections above the limit, which answer only health checks.
  static final int RESERVED = 16;

  private final Requests requests;
  private final HttpMetrics metrics;
  private final @Nullable ServerTls tls;
  private final @Nullable LineConnections lines;
  private final AtomicInteger count = new AtomicInteger();
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  /// @param tls null for none
  /// @param lines the handlers of the line protocol; null treats every connection as HTTP
  public Connections(
      Requests requests,
      HttpMetrics metrics,
      @Nullable ServerTls tls,
      @Nullable LineConnections lines) {
    this.requests = requests;
    this.metrics = metrics;
    this.tls = tls;
    this.lines = lines;
  }

  /// Ends all open connections. Answers announce the end for a moment, because a client may already
  /// send a request that a closed connection would not read. Then idle connections are closed, and
  /// busy ones after their answer.
  ///
  /// @param patience how long answers may take
  /// @return false if some took longer, and were broken off
  public boolean close(Duration moment, Duration patience) throws InterruptedException {
    requests.end();
    if (ended(moment)) {
      return true;
    }
    for (Channel channel : open) {
      channel.eventLoop().execute(() -> end(channel));
    }
    if (ended(patience)) {
      return true;
    }
    open.close().await();
    return false;
  }

  private boolean ended(Duration limit) throws InterruptedException {
    return open.newCloseFuture().await(limit.toMillis());
  }

  private static void end(Channel channel) {
    HttpConnection http = channel.pipeline().get(HttpConnection.class);
    if (http == null) {
      var _ = channel.close();
    } else {
      http.end(channel);
    }
  }

  @Override
  protected void initChannel(Channel channel) {
    open.add(channel);
    admit(channel);
    metrics.opened(); // once it waits in the order of idle connections
    channel
        .closeFuture()
        .addListener(
            closed -> {
              metrics.closed();
              count.decrementAndGet();
              requests.idle(channel).remove(channel);
            });
  }

  private void admit(Channel channel) {
    HttpLimits limits = requests.options().limits();
    int number = count.incrementAndGet();
    boolean reserved = number > limits.connectionsLimit() && !makeRoom(requests.idle());
    if (reserved) {
      metrics.rejected("connections");
      Requests.reserve(channel);
      boolean full = number > limits.connectionsLimit() + RESERVED;
      if (full && !makeRoom(requests.idle(channel))) {
        channel.pipeline().addLast(new Refusal());
        return;
      }
    }
    requests.idle(channel).add(channel);
    long idle = limits.idleTimeout().toMillis();
    channel.pipeline().addLast(new IdleStateHandler(true, 0, 0, idle, TimeUnit.MILLISECONDS));
    if (tls != null) {
      channel.pipeline().addLast(tls.handler(channel.alloc()));
    }
    channel.pipeline().addLast(new ProtocolSwitch(requests, metrics, reserved ? null : lines));
  }

  private boolean makeRoom(IdleConnections idle) {
    Channel longest = idle.takeLongestIdle();
    if (longest == null) {
      return false;
    }
    metrics.rejected("idle");
    var _ = longest.close();
    return true;
  }

  /// A handler that closes a connection as soon as it is established. Earlier closing does not
  /// reach the client.
  private static final class Refusal extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      var _ = ctx.close();
    }
  }
}
