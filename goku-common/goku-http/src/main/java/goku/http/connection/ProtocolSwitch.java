package goku.http.connection;

import goku.budget.Account;
import goku.http.line.LineConnections;
import goku.http.line.Presence;
import goku.http.request.HeadAccounts;
import goku.http.request.IgnoredTrailers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The choice of a connection's protocol by its first byte, as in OpenTSDB: HTTP methods begin with
/// an upper-case letter, commands of the line protocol with a lower-case one. Options that a telnet
/// client negotiates before its first line are skipped.
final class ProtocolSwitch extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolSwitch.class);
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int MAX_CHUNK_BYTES = 64 << 10;

  private final Requests requests;
  private final HttpMetrics metrics;
  private final @Nullable LineConnections lines;

  ProtocolSwitch(Requests requests, HttpMetrics metrics, @Nullable LineConnections lines) {
    this.requests = requests;
    this.metrics = metrics;
    this.lines = lines;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.read();
    ctx.fireChannelActive();
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (lines != null && !TelnetNegotiation.skip(in)) {
      return; // the rest is still on its way
    }
    byte first = in.getByte(in.readerIndex());
    if (lines == null || (first >= 'A' && first <= 'Z')) {
      speakHttp(ctx.pipeline());
    } else {
      Presence presence = new LinePresence(ctx.channel(), requests.idle(), metrics);
      SocketAddress remote = ctx.channel().remoteAddress();
      Account account = requests.budget().open(RemoteAddress.ownerAt(remote));
      ctx.pipeline().addLast(lines.open(String.valueOf(remote), presence, account));
    }
    ctx.pipeline().remove(this);
  }

  private void speakHttp(ChannelPipeline pipeline) {
    Channel channel = pipeline.channel();
    String owner = RemoteAddress.ownerAt(channel.remoteAddress());
    Runnable cut =
        () -> {
          metrics.rejected("budget");
          var _ = channel.close();
        };
    var heads = new HeadAccounts(requests.budget(), owner, cut);
    HttpDecoderConfig limits =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_HEAD_BYTES)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setMaxChunkSize(MAX_CHUNK_BYTES)
            .setHeadersFactory(heads)
            .setTrailersFactory(IgnoredTrailers.FACTORY)
            .setStrictLineParsing(false); // scripts end lines of the head with LF, as by printf
    Account unread = requests.budget().open(owner);
    unread.onAbort(cut);
    RequestBytes wire =
        new RequestBytes(requests.options().limits().headTimeout(), metrics, unread);
    pipeline
        .addLast(wire)
        .addLast(new HttpServerCodec(limits))
        .addLast(new HttpConnection(requests, wire, heads));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (!handshake.isSuccess()) {
        metrics.rejected("tls");
      }
      return;
    }
    var _ = ctx.close(); // idle, or ended, before it said anything
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.debug("no request before the end remote={}", ctx.channel().remoteAddress(), cause);
    var _ = ctx.close();
  }
}
