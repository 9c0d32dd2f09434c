package goku.http.answer;

import goku.http.HttpResponse;
import goku.http.request.ClientAbilities;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// The output for the body of one answer. The beginning is held back, so that a body that fails
/// early still gets the status of its error. A body below the limit is sent with its length, a
/// longer one in chunks. Used by one thread.
public final class ResponseStream extends OutputStream {
  /// The bytes that are held back. With the channel's own buffer, half a megabyte per connection.
  private static final int HELD_BYTES = 256 << 10;

  /// The size below which gzip saves less than a packet.
  private static final int GZIP_FROM_BYTES = 1024;

  private final Channel channel;
  private final WritableGate gate;
  private final Answer answer;
  private final ClientAbilities client;
  private final HeldBytes held = new HeldBytes();
  private @Nullable ChunkStream chunks;
  private @Nullable OutputStream sink;

  /// @param client decides on chunks and gzip
  public ResponseStream(Channel channel, WritableGate gate, Answer answer, ClientAbilities client) {
    this.channel = channel;
    this.gate = gate;
    this.answer = answer;
    this.client = client;
  }

  /// Returns whether the status line was sent, after which no other answer is possible.
  boolean committed() {
    return chunks != null;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (sink == null && held.size() + length <= HELD_BYTES) {
      held.write(bytes, offset, length);
    } else {
      streaming().write(bytes, offset, length);
    }
  }

  /// Ends the answer. The future completes when the last byte was sent.
  public ChannelFuture finish() throws IOException {
    if (chunks == null) {
      return sendWhole();
    }
    if (sink instanceof GZIPOutputStream gzip) {
      gzip.finish();
    }
    chunks.finish();
    return channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
  }

  private OutputStream streaming() throws IOException {
    if (sink == null) {
      var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, answer.status());
      // without chunks, only the end of the connection ends the body
      setHeaders(head.headers(), client.keepAlive() && client.chunks());
      if (client.chunks()) {
        head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      }
      if (client.gzip()) {
        head.headers().set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
      }
      gate.pass(channel);
      var _ = channel.write(head);
      chunks = new ChunkStream(channel, gate, HeldBytes.BLOCK_BYTES);
      sink = client.gzip() ? new GZIPOutputStream(chunks, HeldBytes.BLOCK_BYTES) : chunks;
      held.moveTo(sink);
    }
    return sink;
  }

  private ChannelFuture sendWhole() throws IOException {
    boolean zip = client.gzip() && held.size() >= GZIP_FROM_BYTES;
    ByteBuf body = zip ? zipped(held).toBuffer() : held.toBuffer();
    var whole = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, answer.status(), body);
    setHeaders(whole.headers(), client.keepAlive());
    if (zip) {
      whole.headers().set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
    }
    int status = answer.status().code();
    if (status != 204 && status != 304) {
      whole.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    }
    gate.pass(channel);
    return channel.writeAndFlush(whole);
  }

  private void setHeaders(HttpHeaders headers, boolean keepAlive) {
    HttpResponse response = answer.response();
    response.headers().forEach(headers::set);
    if (!response.contentType().isEmpty()) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, response.contentType());
      headers.set(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT_ENCODING);
      PageHeaders.set(headers, response.contentType());
    }
    headers.set(
        HttpHeaderNames.CONNECTION,
        keepAlive ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
  }

  private static HeldBytes zipped(HeldBytes plain) throws IOException {
    HeldBytes out = new HeldBytes();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      plain.moveTo(gzip);
    }
    return out;
  }
}
