package goku.http.answer;

import goku.budget.Account;
import goku.budget.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// A buffer of bytes in blocks, which are never copied for growth, and each of which is twice as
/// long as the one before, up to a limit. All but the first are charged to the account of the
/// thread until that is closed, which is after the answer was sent. Used by one thread.
final class HeldBytes extends OutputStream {
  static final int BLOCK_BYTES = 32 << 10;

  /// The first block. Most answers are shorter.
  private static final int FIRST_BYTES = 2 << 10;

  private final @Nullable Account account = Account.current();
  private final ArrayDeque<byte[]> full = new ArrayDeque<>();
  private byte[] last = new byte[FIRST_BYTES];
  private int lastSize;
  private int size;

  int size() {
    return size;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int from = offset;
    int end = offset + length;
    while (from < end) {
      if (lastSize == last.length) {
        int next = Math.clamp(2L * last.length, FIRST_BYTES, BLOCK_BYTES);
        if (account != null) {
          account.hold(Kind.ANSWERS, next);
        }
        full.add(last);
        last = new byte[next];
        lastSize = 0;
      }
      int part = Math.min(end - from, last.length - lastSize);
      System.arraycopy(bytes, from, last, lastSize, part);
      lastSize += part;
      from += part;
    }
    size += length;
  }

  /// Returns all bytes without a copy. Nothing may be written afterwards.
  ByteBuf toBuffer() {
    byte[][] blocks = full.toArray(new byte[full.size() + 1][]);
    blocks[full.size()] = last;
    return Unpooled.wrappedBuffer(blocks).slice(0, size);
  }

  /// Moves all bytes to the sink, and releases each block as soon as it is written.
  void moveTo(OutputStream sink) throws IOException {
    while (!full.isEmpty()) {
      sink.write(full.remove());
    }
    sink.write(last, 0, lastSize);
    last = new byte[0];
    lastSize = 0;
    size = 0;
  }
}
