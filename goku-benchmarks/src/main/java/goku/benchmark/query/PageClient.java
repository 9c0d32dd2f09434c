package goku.benchmark.query;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/// A client that reads pages, each by the link of the previous one, and counts their content. Used
/// by one thread.
final class PageClient implements AutoCloseable {
  private static final int MIDDLE_BYTES = 4 << 20;

  private final HttpClient client = HttpClient.newHttpClient();
  private final String server;
  private final byte[] buffer = new byte[64 << 10];
  private long firstByteNanos;
  private long bytes;
  private long braces;
  private long brackets;
  private long pages;

  PageClient(int port) {
    server = "http://127.0.0.1:" + port;
  }

  /// Reads a page, whose datapoints are arrays. Returns the path of the next one; null at the end.
  ///
  /// @param middle is run while the server has begun to answer and waits for its client
  @Nullable String read(String path, Runnable middle) throws IOException, InterruptedException {
    long asked = System.nanoTime();
    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(URI.create(server + path)).build(),
            HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      int read = in.read(buffer);
      firstByteNanos = System.nanoTime() - asked;
      if (response.statusCode() != 200) {
        throw new IOException("answered " + response.statusCode());
      }
      long ofPage = 0;
      for (; read >= 0; read = in.read(buffer)) {
        count(read);
        boolean reached = ofPage < MIDDLE_BYTES && ofPage + read >= MIDDLE_BYTES;
        ofPage += read;
        if (reached) {
          middle.run();
        }
      }
      if (ofPage < MIDDLE_BYTES) {
        middle.run();
      }
    }
    pages++;
    return response
        .headers()
        .firstValue("Link")
        .map(link -> link.substring(1, link.indexOf('>')))
        .orElse(null);
  }

  private void count(int read) {
    bytes += read;
    for (int i = 0; i < read; i++) {
      braces += buffer[i] == '{' ? 1 : 0;
      brackets += buffer[i] == '[' ? 1 : 0;
    }
  }

  long firstByteNanos() {
    return firstByteNanos;
  }

  long bytes() {
    return bytes;
  }

  /// A page is an array of groups and an element of two objects; a group has two objects, two
  /// arrays, and an array for each datapoint.
  long datapoints() {
    long groups = (braces - 2 * pages) / 2;
    return brackets - pages - 2 * groups;
  }

  @Override
  public void close() {
    client.close();
  }
}
