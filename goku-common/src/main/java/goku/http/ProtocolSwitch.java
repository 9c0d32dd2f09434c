package goku.http;

import goku.http.line.LineConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Chooses the protocol of a connection by its first byte, as OpenTSDB does: HTTP methods begin
/// with an upper-case letter, commands of the line protocol with a lower-case one.
final class ProtocolSwitch extends ByteToMessageDecoder {
  private static final int MAX_HEAD_BYTES = 64 << 10;
  private static final int MAX_CHUNK_BYTES = 64 << 10;

  private final Requests requests;
  private final HttpMetrics metrics;
  private final @Nullable Function<String, LineConnection> lines;

  ProtocolSwitch(
      Requests requests, HttpMetrics metrics, @Nullable Function<String, LineConnection> lines) {
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
    byte first = in.getByte(in.readerIndex());
    if (lines == null || (first >= 'A' && first <= 'Z')) {
      speakHttp(ctx.pipeline());
    } else {
      ctx.pipeline().addLast(lines.apply(String.valueOf(ctx.channel().remoteAddress())));
    }
    ctx.pipeline().remove(this);
  }

  private void speakHttp(ChannelPipeline pipeline) {
    HttpDecoderConfig limits =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_HEAD_BYTES)
            .setMaxHeaderSize(MAX_HEAD_BYTES)
            .setMaxChunkSize(MAX_CHUNK_BYTES);
    HeadDeadline deadline = new HeadDeadline(requests.config().headTimeout(), metrics);
    pipeline
        .addLast(deadline)
        .addLast(new HttpServerCodec(limits))
        .addLast(new HttpConnection(requests, deadline));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    var _ = ctx.close(); // idle, or ended, before it said anything
  }
}
