package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.budget.HeapBudget;
import goku.config.ConfigLoader;
import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.LineHandler;
import goku.http.Routes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// A server on a free port with small limits, and clients for it.
final class HttpFixture implements AutoCloseable {
  static final int MAX_BODY = 100_000;
  static final int MAX_UNZIPPED = 200_000;
  static final int MAX_LINE = 100;

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final HeapBudget budget;
  final HttpServer server;
  final HttpClient client = HttpClient.newHttpClient();

  HttpFixture(Routes routes) {
    this(config(), routes, null);
  }

  HttpFixture(HttpConfig config, Routes routes, LineHandler.@Nullable Factory lines) {
    this(config, HeapBudget.ofThisProcess(), routes, lines);
  }

  HttpFixture(
      HttpConfig config, HeapBudget budget, Routes routes, LineHandler.@Nullable Factory lines) {
    this.budget = budget;
    server = new HttpServer(config, budget, routes, lines, registry);
    server.start();
  }

  static HttpConfig limits(Duration idle, Duration head) {
    return config(
        "--idle-timeout=" + idle.toMillis() + "ms", "--head-timeout=" + head.toMillis() + "ms");
  }

  /// The small limits, and what the flags say besides.
  static HttpConfig config(String... flags) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--bind=127.0.0.1",
                "--port=0",
                "--max-body=" + MAX_BODY,
                "--max-unzipped=" + MAX_UNZIPPED,
                "--max-line=" + MAX_LINE,
                "--max-requests=4",
                "--connections-limit=50",
                "--cors-domains=http://dashboards.example"));
    all.addAll(List.of(flags));
    return ConfigLoader.defaults(HttpConfig.class, all.toArray(String[]::new));
  }

  static Routes echo() {
    return new Routes()
        .add(
            "/api/echo",
            request ->
                HttpResponse.text(200, request.method() + " " + new String(request.body(), UTF_8)))
        .add("/api/path/*", request -> HttpResponse.text(200, request.path()))
        .add("/api/m", request -> HttpResponse.text(200, request.parameter("m").orElse("")))
        .add("/api/nothing", request -> HttpResponse.noContent());
  }

  static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(plain);
    }
    return out.toByteArray();
  }

  RawClient raw() throws IOException {
    return new RawClient(server.port());
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  java.net.http.HttpResponse<String> get(String path) throws IOException, InterruptedException {
    var request = java.net.http.HttpRequest.newBuilder(uri(path)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  double count(String name, String... tags) {
    Counter counter = registry.find(name).tags(tags).counter();
    return counter == null ? 0 : counter.count();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
