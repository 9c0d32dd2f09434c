package goku.testkit.s3;

import java.io.InputStream;
import java.time.Duration;

/// Nothing, after a long time.
final class SilentStream extends InputStream {
  private final Duration silence;

  SilentStream(Duration silence) {
    this.silence = silence;
  }

  @Override
  public int read() {
    sleep(silence);
    return -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    return read();
  }

  /// Sleeps as the fault itself: clients give up earlier.
  static void sleep(Duration silence) {
    try {
      Thread.sleep(silence);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
