package goku.http.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;
import goku.http.answer.WritableGate;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.time.Duration;

/// Replies to a client that may read them late or never. Beyond the channel's high-water mark a
/// reply waits for the client. Replies to a client that does not read for longer than the patience
/// are dropped and counted. Used by the thread of the connection's lines.
final class ChannelReplies implements LineHandler.Replies {
  private final Channel channel;
  private final WritableGate gate;
  private final Duration patience;
  private final LineMetrics metrics;
  private boolean written;
  private boolean closed;

  /// True after the client has not read for the patience, until it reads again.
  private boolean deaf;

  /// @param gate told of each change of the channel's writability
  ChannelReplies(Channel channel, WritableGate gate, Duration patience, LineMetrics metrics) {
    this.channel = channel;
    this.gate = gate;
    this.patience = patience;
    this.metrics = metrics;
  }

  @Override
  public void reply(String line) {
    if (!channel.isWritable() && !deaf) {
      awaitClient();
    }
    if (channel.isActive() && channel.isWritable()) {
      deaf = false;
      byte[] bytes = (line + '\n').getBytes(UTF_8);
      var _ = channel.write(Unpooled.wrappedBuffer(bytes));
      written = true;
    } else {
      metrics.droppedReply();
    }
  }

  private void awaitClient() {
    flush();
    try {
      deaf = !gate.await(channel, patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
