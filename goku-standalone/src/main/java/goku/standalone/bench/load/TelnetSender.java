package goku.standalone.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A sender of put lines to one connection. A server does not answer accepted lines, so every
/// answer is an error.
final class TelnetSender {
  private final URI server;

  TelnetSender(URI server) {
    this.server = server;
  }

  void send(Path file, SendThrottle throttle, LongConsumer progress) throws IOException {
    try (var payloads = new PayloadFile.Reader(file, throttle);
        var socket = new Socket(server.getHost(), server.getPort());
        var replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      CompletableFuture<@Nullable String> said = firstOf(replies);
      var out = socket.getOutputStream();
      var next = payloads.next();
      for (; next != null && !said.isDone(); next = payloads.next()) {
        out.write(next.bytes());
        out.write('\n');
        progress.accept(next.datapoints());
      }
      socket.shutdownOutput();
      String complaint = said.join();
      if (complaint != null) {
        throw new IOException("%s says: %s".formatted(server.getAuthority(), complaint));
      }
      if (next != null) {
        throw new IOException(
            "%s closed the connection before all lines were sent".formatted(server.getAuthority()));
      }
    }
  }

  /// Returns the first line, or null if the server closes the connection, which it does after it
  /// has read all lines.
  private static CompletableFuture<@Nullable String> firstOf(BufferedReader replies) {
    var line = new CompletableFuture<@Nullable String>();
    Thread.ofVirtual()
        .name("telnet-replies")
        .start(
            () -> {
              try {
                line.complete(replies.readLine());
              } catch (IOException e) {
                line.complete(e.toString());
              }
            });
    return line;
  }
}
