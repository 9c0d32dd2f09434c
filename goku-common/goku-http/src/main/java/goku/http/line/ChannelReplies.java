package goku.http.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;

/// Replies to a client that may never read them. Beyond the channel's high-water mark they are
/// dropped and counted. Used by the thread of the connection's lines.
final class ChannelReplies implements LineHandler.Replies {
  private final Channel channel;
  private final LineMetrics metrics;
  private boolean written;
  private boolean closed;

  ChannelReplies(Channel channel, LineMetrics metrics) {
    this.channel = channel;
    this.metrics = metrics;
  }

  @Override
  public void reply(String line) {
    if (channel.isActive() && channel.isWritable()) {
      byte[] bytes = (line + '\n').getBytes(UTF_8);
      var _ = channel.write(Unpooled.wrappedBuffer(bytes));
      written = true;
    } else {
      metrics.droppedReply();
    }
  }

  /// Lets no further lines be handled. What is known of earlier ones later is still written.
  @Override
  public void close() {
    closed = true;
  }

  boolean closed() {
    return closed;
  }

  void flush() {
    if (written) {
      written = false;
      channel.flush();
    }
  }

  /// Sends all written replies, then closes the connection.
  void hangUp() {
    if (channel.isActive()) {
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }
}
