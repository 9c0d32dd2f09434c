package goku.http.connection;

import static io.netty.handler.codec.http.HttpHeaderNames.CONNECTION;
import static java.nio.charset.StandardCharsets.US_ASCII;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.http.HttpError;
import goku.http.answer.Answer;
import goku.http.answer.Exchange;
import goku.http.answer.ResponseStream;
import goku.http.answer.WritableGate;
import goku.http.request.ClientAbilities;
import goku.http.request.HeadAccounts;
import goku.http.request.PendingRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An HTTP connection. It answers one request at a time, and pipelined requests wait. Meanwhile it
/// reads the socket as far as there is room, because only a read reveals that the client is gone.
/// Then the thread that works for the client is interrupted.
///
/// A client counts as gone once it resets the connection or a write to it fails. A client that only
/// closed its sending side may still want its answer: see `ClientProbe` for HTTP/1.1. With HTTP/1.0
/// it counts as gone. With TLS it does not, because there the close covers both directions. All
/// fields belong to the event loop.
final class HttpConnection extends ChannelDuplexHandler {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

  private final Requests requests;
  private final RequestBytes wire;
  private final HeadAccounts heads;
  private final ClientProbe probe;
  private final WritableGate gate;
  private final Inbox inbox = new Inbox();
  private final EventLoopDecision decision = new EventLoopDecision(System::nanoTime);
  private @Nullable PendingRequest pending;
  private @Nullable Exchange working;
  private boolean probable;
  private boolean refused;
  private boolean inputEnded;

  /// True if the connection ends after its answer.
  private boolean closing;

  HttpConnection(Requests requests, RequestBytes wire, HeadAccounts heads) {
    this.requests = requests;
    this.heads = heads;
    this.gate = requests.gate();
    this.wire = wire;
    this.probe = new ClientProbe(wire);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
    inbox.add((HttpObject) message);
    advance(ctx);
  }

  private void advance(ChannelHandlerContext ctx) throws IOException {
    while (working == null && !inbox.isEmpty()) {
      HttpObject message = inbox.remove();
      try {
        if (refused) {
          discard(message);
        } else {
          accept(ctx, message);
        }
      } catch (HttpError e) {
        refuse(ctx, Answer.error(e));
      } catch (BudgetExceededException e) {
        refuse(ctx, Answer.error(HttpError.of(e)));
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
    ctx.channel().config().setAutoRead(inbox.hasRoom());
  }

  private void accept(ChannelHandlerContext ctx, HttpObject message) throws IOException {
    if (message.decoderResult().isFailure()) {
      discard(message);
      throw undecodable(message.decoderResult().cause());
    }
    if (message instanceof HttpRequest head) {
      wire.headArrived();
      pending = begun(ctx, head);
      boolean bodyFollows =
          HttpUtil.isTransferEncodingChunked(head) || HttpUtil.getContentLength(head, 0L) > 0;
      if (bodyFollows && requests.dispatcher().lacksCredentials(pending.head())) {
        refuse(ctx, requests.dispatcher().unauthorized());
      } else if (HttpUtil.is100ContinueExpected(head)) {
        wire.send(CONTINUE);
      }
    }
    if (message instanceof HttpContent content && pending != null) {
      pending.body().add(content.content());
      if (message instanceof LastHttpContent) {
        start(ctx, pending);
      }
    }
  }

  private PendingRequest begun(ChannelHandlerContext ctx, HttpRequest head) {
    Account account = heads.take(head);
    account.onAbort(() -> ctx.executor().execute(() -> aborted(ctx, account)));
    try {
      return requests.begin(head, account, ctx.channel());
    } catch (RuntimeException e) {
      account.close();
      throw e;
    }
  }

  /// Refuses a request whose body is still arriving. Later its thread is interrupted.
  private void aborted(ChannelHandlerContext ctx, Account account) {
    BudgetExceededException why = account.aborted();
    if (why != null && pending != null && pending.account() == account) {
      try {
        refuse(ctx, Answer.error(HttpError.of(why)));
      } catch (IOException e) {
        exceptionCaught(ctx, e);
      }
    }
  }

  private void discard(HttpObject message) {
    if (message instanceof HttpRequest head) {
      heads.take(head).close();
    }
  }

  private void start(ChannelHandlerContext ctx, PendingRequest request) {
    pending = null;
    wire.requestArrived();
    boolean keepAlive = request.client().keepAlive();
    probable = request.client().chunks();
    Consumer<Boolean> done = sent -> ctx.executor().execute(() -> done(ctx, sent && keepAlive));
    decision.begin();
    working = requests.start(request, ctx.channel(), gate, decision, done);
    if (inputEnded) {
      askWhetherThere(ctx);
    }
  }

  /// Ends the connection after its answer, or at once without a complete request.
  void end(Channel channel) {
    if (working == null) {
      var _ = channel.close();
    } else {
      closing = true;
    }
  }

  private void done(ChannelHandlerContext ctx, boolean keepAlive) {
    working = null;
    decision.end();
    probe.stop();
    if (!keepAlive || closing) {
      var _ = ctx.close();
      return;
    }
    wire.awaitHead();
    try {
      advance(ctx);
    } catch (IOException e) {
      exceptionCaught(ctx, e);
    }
    if (inputEnded && working == null) {
      var _ = ctx.close();
    }
  }

  /// Answers and closes a connection whose further bytes cannot be understood or are not wanted.
  private void refuse(ChannelHandlerContext ctx, Answer answer) throws IOException {
    refused = true;
    releasePending();
    wire.headArrived();
    requests.refused(answer.status().code());
    ResponseStream out =
        new ResponseStream(ctx.channel(), gate, answer, ClientAbilities.LAST_WORDS);
    answer.response().body().writeTo(out);
    out.finish().addListener(written -> Lingering.end(ctx));
  }

  private static HttpError undecodable(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException e ->
          new HttpError(414, "the request line is longer than 64 KiB: send a POST", e.getMessage());
      case TooLongHttpHeaderException e ->
          new HttpError(431, "the headers are longer than 64 KiB", e.getMessage());
      case BudgetExceededException e -> HttpError.of(e);
      default -> new HttpError(400, "cannot understand the request", cause.getMessage());
    };
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof HttpResponse head) {
      probable = false; // nothing may stand between the answer and its end
      probe.stop();
      closing |= HttpHeaderValues.CLOSE.contentEquals(head.headers().get(CONNECTION, ""));
    }
    var _ = ctx.write(message, promise);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    switch (event) {
      case ChannelInputShutdownEvent _ -> inputEnded(ctx);
      case SslCloseCompletionEvent _ -> inputEnded(ctx);
      case IdleStateEvent _ -> {
        if (working == null || !ctx.channel().isWritable()) {
          var _ = ctx.close();
        }
      }
      default -> {}
    }
  }

  private void inputEnded(ChannelHandlerContext ctx) {
    inputEnded = true;
    if (working == null || ctx.pipeline().get(SslHandler.class) != null) {
      var _ = ctx.close();
    } else {
      askWhetherThere(ctx);
    }
  }

  private void askWhetherThere(ChannelHandlerContext ctx) {
    if (probable) {
      probe.start(ctx);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    gate.changed();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    probe.stop();
    while (!inbox.isEmpty()) {
      HttpObject message = inbox.remove();
      discard(message);
      ReferenceCountUtil.release(message);
    }
    heads.close();
    releasePending();
    if (working != null) {
      working.abandon();
    }
    gate.changed();
  }

  private void releasePending() {
    if (pending != null) {
      pending.release();
      pending = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("connection failed remote={}", ctx.channel().remoteAddress(), cause);
    var _ = ctx.close();
  }
}
