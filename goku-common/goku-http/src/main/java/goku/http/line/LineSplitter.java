package goku.http.line;

import goku.budget.Account;
import goku.budget.Kind;
import java.util.Arrays;

/// A splitter of a stream of chunks into lines that end in `\n` or `\r\n`. A line longer than the
/// limit is skipped to its end and reported once. Used by one thread at a time.
final class LineSplitter {
  /// The room that stays for the next line.
  private static final int KEPT_BYTES = 4 << 10;

  private final int limit;
  private final Lines lines;
  private final Account account;
  private byte[] carried = new byte[0];
  private int carriedSize;
  private boolean skipping;

  interface Lines {
    void line(byte[] bytes, int offset, int length);

    void tooLong();
  }

  /// @param limit the longest line in bytes, without its terminator
  /// @param account charged with the beginning of a line
  LineSplitter(int limit, Lines lines, Account account) {
    this.account = account;
    this.limit = limit;
    this.lines = lines;
  }

  void feed(byte[] chunk) {
    int from = 0;
    for (int i = 0; i < chunk.length; i++) {
      if (chunk[i] == '\n') {
        end(chunk, from, i - from);
        from = i + 1;
      }
    }
    carry(chunk, from, chunk.length - from);
  }

  /// Returns whether the stream, if it ended here, ended within a line.
  boolean unfinished() {
    return carriedSize > 0;
  }

  private void end(byte[] chunk, int offset, int length) {
    if (carriedSize == 0 && !skipping) {
      emit(chunk, offset, length);
      return;
    }
    carry(chunk, offset, length);
    if (!skipping) {
      emit(carried, 0, carriedSize);
    }
    shrink();
    skipping = false;
  }

  private void shrink() {
    carriedSize = 0;
    if (carried.length > KEPT_BYTES) {
      account.release(Kind.LINES, carried.length);
      carried = new byte[0];
    }
  }

  private void emit(byte[] bytes, int offset, int length) {
    boolean carriageReturn = length > 0 && bytes[offset + length - 1] == '\r';
    int plain = carriageReturn ? length - 1 : length;
    if (plain > limit) {
      lines.tooLong();
    } else {
      lines.line(bytes, offset, plain);
    }
  }

  /// Keeps the beginning of a line, up to one byte more than the limit for a carriage return.
  private void carry(byte[] chunk, int offset, int length) {
    if (skipping || length == 0) {
      return;
    }
    int size = carriedSize + length;
    if (size > limit + 1) {
      skipping = true;
      shrink();
      lines.tooLong();
      return;
    }
    if (size > carried.length) {
      int room = Math.min(limit + 1, Math.max(size, 2 * carried.length));
      account.hold(Kind.LINES, room - carried.length);
      carried = Arrays.copyOf(carried, room);
    }
    System.arraycopy(chunk, offset, carried, carriedSize, length);
    carriedSize = size;
  }
}
