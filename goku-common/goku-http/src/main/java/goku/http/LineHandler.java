package goku.http;

import java.time.Duration;

/// Speaks a line protocol (OpenTSDB's telnet) on the port of the HTTP server. The server makes one
/// handler per connection through `Factory` and calls it from one thread at a time.
public interface LineHandler {
  /// One line without its end. Replies go to `replies`, each becoming one line; replies that the
  /// client does not read are dropped and counted, never waited for.
  void line(byte[] bytes, int offset, int length, Replies replies);

  /// A line longer than the limit came and was skipped.
  void tooLong(int limitBytes, Replies replies);

  /// Lines have lingered for long enough, or the connection ends: send on what was gathered.
  ///
  /// @param more whether lines are in hand already, so that this will be called again
  void rest(boolean more, Replies replies);

  interface Replies {
    void reply(String line);

    void close();
  }

  interface Factory {
    LineHandler open(String remote);

    /// How long lines may gather between two calls of `rest`. The first after a silence as long do
    /// not wait.
    default Duration linger() {
      return Duration.ZERO;
    }
  }
}
