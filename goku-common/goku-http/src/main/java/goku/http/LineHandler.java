package goku.http;

import java.time.Duration;

/// A handler of a line protocol (OpenTSDB's telnet) on the port of the HTTP server. The server
/// creates one handler per connection through `Factory`, and calls it from one thread at a time.
public interface LineHandler {
  /// Handles one line without its terminator. Replies go to `replies`, one line each.
  void line(byte[] bytes, int offset, int length, Replies replies);

  /// Reports that a line exceeded the limit and was skipped.
  void tooLong(int limitBytes, Replies replies);

  /// Sends gathered lines, after they have lingered long enough or when the connection ends.
  ///
  /// @param more whether further lines have arrived already, so that another call follows
  void rest(boolean more, Replies replies);

  interface Replies {
    /// Sends a line to the client. Blocks while the client does not read, up to `Factory.patience`.
    /// Then replies are dropped and counted, without further waiting, until the client reads again.
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

    /// Returns how long a connection waits for a client that does not read its replies. Lines of
    /// such a client are not read meanwhile. Afterwards it counts as one that never reads, whose
    /// lines matter more than the replies.
    default Duration patience() {
      return Duration.ofSeconds(30);
    }
  }
}
