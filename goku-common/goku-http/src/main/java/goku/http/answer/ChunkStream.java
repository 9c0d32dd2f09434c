package goku.http.answer;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.io.IOException;
import java.io.OutputStream;

/// A stream that sends the bytes of a body in chunks, each as soon as it is full. Used by one
/// thread.
final class ChunkStream extends OutputStream {
  private final Channel channel;
  private final WritableGate gate;
  private final int chunkBytes;
  private byte[] chunk;
  private int size;

  ChunkStream(Channel channel, WritableGate gate, int chunkBytes) {
    this.channel = channel;
    this.gate = gate;
    this.chunkBytes = chunkBytes;
    this.chunk = new byte[chunkBytes];
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int end = offset + length;
    while (from < end) {
      int part = Math.min(end - from, chunkBytes - size);
      System.arraycopy(bytes, from, chunk, size, part);
      size += part;
      from += part;
      if (size == chunkBytes) {
        send();
      }
    }
  }

  void finish() throws IOException {
    if (size > 0) {
      send();
    }
  }

  private void send() throws IOException {
    gate.pass(channel);
    var _ = channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(chunk, 0, size)));
    chunk = new byte[chunkBytes]; // the old one is the channel's now
    size = 0;
  }
}
