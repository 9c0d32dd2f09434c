package goku.http;

import java.time.Duration;

/// A handler of a line protocol (OpenTSDB's telnet) on the port of the HTTP server. The server
/// creates one handler per connection through `Factory`, and calls it from one thread at a time.
public interface LineHandler {
  /// Handles one line without its terminator. Replies go to `replies`, one line each. Replies that
  /// the client does not read are dropped and counted, never waited for.
  void line(byte[] bytes, int offset, int length, Replies replies);

  /// Reports that a line exceeded the limit and was skipped.
  void tooLong(int limitBytes, Replies replies);

  /// Sends gathered lines, after they have lingered long enough or when the connection ends.
  ///
  /// @param more whether further lines have arrived already, so that another call follows
  void rest(boolean more, Replies replies);

  interface Replies {
    void reply(String line);

    void close();
  }

  interface Factory {
    LineHandler open(String remote);

    /// Returns how long lines may gather between two calls of `rest`. The first lines after such a
    /// silence do not wait.
    default Duration linger() {
      return Duration.ZERO;
    }
  }
}
