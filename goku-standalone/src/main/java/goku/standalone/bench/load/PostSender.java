package goku.standalone.bench.load;

import goku.standalone.bench.wire.HttpWire;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/// A sender of one request per payload. Every connection waits for an answer before its next
/// request.
final class PostSender {
  private final URI server;
  private final String path;
  private final int connections;

  PostSender(URI server, int connections) {
    this.server = server;
    String query = server.getRawQuery();
    path = server.getRawPath() + (query == null ? "" : "?" + query);
    this.connections = connections;
  }

  void send(Path file, SendThrottle throttle, LongConsumer progress)
      throws IOException, InterruptedException {
    try (var payloads = new PayloadFile.Reader(file, throttle);
        var threads = Executors.newFixedThreadPool(connections)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(
            threads.submit(
                () -> {
                  sendOn(payloads, progress);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("%s: %s".formatted(server, e.getCause()), e);
    }
  }

  private void sendOn(PayloadFile.Reader payloads, LongConsumer progress) throws IOException {
    try (var http = new HttpWire(server)) {
      for (var next = payloads.next(); next != null; next = payloads.next()) {
        http.post(path, next.bytes());
        progress.accept(next.datapoints());
      }
    }
  }
}
