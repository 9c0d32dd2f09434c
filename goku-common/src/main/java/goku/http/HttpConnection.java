package goku.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One HTTP connection. It answers one request at a time; what is pipelined behind it waits, and
/// the socket is read no further then. All fields belong to the event loop.
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  /// How long a refused client may go on sending. Closing earlier resets the connection, and the
  /// client sees that instead of the reason.
  private static final int LINGER_SECONDS = 5;

  private final Requests requests;
  private final HeadDeadline deadline;
  private final WritableGate gate = new WritableGate();
  private final ArrayDeque<HttpObject> waiting = new ArrayDeque<>();
  private @Nullable PendingRequest pending;
  private boolean busy;
  private boolean refused;
  private boolean inputEnded;

  HttpConnection(Requests requests, HeadDeadline deadline) {
    this.requests = requests;
    this.deadline = deadline;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
    waiting.add((HttpObject) message);
    advance(ctx);
    if (!waiting.isEmpty()) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  private void advance(ChannelHandlerContext ctx) throws IOException {
    while (!busy && !waiting.isEmpty()) {
      HttpObject message = waiting.remove();
      try {
        if (!refused) {
          accept(ctx, message);
        }
      } catch (HttpError e) {
        refuse(ctx, e);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
  }

  private void accept(ChannelHandlerContext ctx, HttpObject message) {
    if (message.decoderResult().isFailure()) {
      throw undecodable(message.decoderResult().cause());
    }
    if (message instanceof HttpRequest head) {
      deadline.arrived();
      pending = PendingRequest.begin(head, requests.config().maxBody());
      if (HttpUtil.is100ContinueExpected(head)) {
        var _ = ctx.writeAndFlush(proceed());
      }
    }
    if (message instanceof HttpContent content && pending != null) {
      pending.body().add(content.content());
      if (message instanceof LastHttpContent) {
        start(ctx, pending);
      }
    }
  }

  private void start(ChannelHandlerContext ctx, PendingRequest request) {
    busy = true;
    pending = null;
    boolean keepAlive = request.client().keepAlive();
    Consumer<Boolean> done = sent -> ctx.executor().execute(() -> done(ctx, sent && keepAlive));
    requests.start(request, ctx.channel(), gate, done);
  }

  private void done(ChannelHandlerContext ctx, boolean keepAlive) {
    busy = false;
    if (!keepAlive) {
      var _ = ctx.close();
      return;
    }
    deadline.await();
    try {
      advance(ctx);
    } catch (IOException e) {
      exceptionCaught(ctx, e);
    }
    if (waiting.isEmpty()) {
      ctx.channel().config().setAutoRead(true);
    }
    if (inputEnded && !busy) {
      var _ = ctx.close();
    }
  }

  /// What follows on the connection cannot be understood or is not wanted: answers and ends it.
  private void refuse(ChannelHandlerContext ctx, HttpError error) throws IOException {
    refused = true;
    pending = null;
    deadline.arrived();
    requests.refused(error);
    ClientAbilities last = new ClientAbilities(false, true, false);
    Answer answer = Answer.error(error);
    ResponseStream out = new ResponseStream(ctx.channel(), gate, answer, last);
    answer.response().body().writeTo(out);
    out.finish().addListener(written -> linger(ctx));
  }

  private static void linger(ChannelHandlerContext ctx) {
    if (ctx.channel() instanceof SocketChannel socket) {
      var _ = socket.shutdownOutput();
    }
    Runnable end =
        () -> {
          var _ = ctx.close();
        };
    var _ = ctx.executor().schedule(end, LINGER_SECONDS, TimeUnit.SECONDS);
  }

  private static HttpError undecodable(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException e ->
          new HttpError(414, "the request line is longer than 64 KiB: send a POST", e.getMessage());
      case TooLongHttpHeaderException e ->
          new HttpError(431, "the headers are longer than 64 KiB", e.getMessage());
      default -> new HttpError(400, "cannot understand the request", cause.getMessage());
    };
  }

  private static DefaultFullHttpResponse proceed() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    boolean stalled = event instanceof IdleStateEvent && (!busy || !ctx.channel().isWritable());
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
    }
    if (stalled || (inputEnded && !busy)) {
      var _ = ctx.close();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    gate.changed();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
    gate.changed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("connection of {} failed", ctx.channel().remoteAddress(), cause);
    var _ = ctx.close();
  }
}
