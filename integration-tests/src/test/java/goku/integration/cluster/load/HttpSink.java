package goku.integration.cluster.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/// `/api/put` of one of several ingestors: the one that took the last, and after a failure the
/// next. For one writer.
public final class HttpSink implements Sink {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private final List<String> ingestors;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();
  private int preferred;

  /// @param ingestors as `http://host:port`
  /// @param preferred the first to be asked
  public HttpSink(List<String> ingestors, int preferred) {
    this.ingestors = List.copyOf(ingestors);
    this.preferred = preferred;
  }

  @Override
  public void send(KnownSeries series, int fromStep, int toStep) throws Exception {
    String ingestor = ingestors.get(preferred % ingestors.size());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ingestor + "/api/put"))
            .timeout(TIMEOUT)
            .POST(HttpRequest.BodyPublishers.ofString(series.json(fromStep, toStep)))
            .build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 204) {
        throw new IOException(
            "%s answers %d: %s".formatted(ingestor, answer.statusCode(), answer.body()));
      }
    } catch (IOException failed) {
      preferred++;
      throw failed;
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
