package goku.root.slow;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A stream that counts the bytes written to it. Owned by one thread.
final class CountedOutput extends FilterOutputStream {
  private long bytes;

  CountedOutput(OutputStream out) {
    super(out);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void write(int one) throws IOException {
    out.write(one);
    bytes++;
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    out.write(from, offset, length);
    bytes += length;
  }
}
