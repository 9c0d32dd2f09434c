package goku.integration.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.HttpWire;
import goku.integration.fixture.TelnetClient;
import goku.root.conformance.comparison.Comparison;
import goku.root.conformance.corpus.CaseTokens;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.RecordedRequest;
import goku.root.conformance.corpus.Shift;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/// Sends the requests of cases to a running process, by HTTP and telnet, and compares its answers.
final class LiveTarget {
  /// What a case has written may take a moment to be seen.
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration SILENCE = Duration.ofMillis(300);
  private static final int NOT_IMPLEMENTED = 501;

  private final int port;
  private final HttpWire http;
  private final Shift shift;

  LiveTarget(int port, Shift shift) {
    this.port = port;
    this.http = new HttpWire(port);
    this.shift = shift;
  }

  void check(RecordedCase recorded) throws InterruptedException {
    Instant now = Instant.now();
    var tokens = new CaseTokens(shift, now, this::tsuid);
    var comparison = new Comparison(recorded, shift, now);
    if (recorded.request().isTelnet()) {
      comparison.checkLines(telnet(recorded.request().lines(tokens)));
      return;
    }
    recorded.steps().forEach(step -> send(step, tokens));
    Instant deadline = recorded.steps().isEmpty() ? now : now.plus(PATIENCE);
    while (true) {
      HttpWire.Reply reply = http(recorded.request(), tokens);
      try {
        comparison.check(reply.status(), reply.contentType(), reply.text());
        return;
      } catch (AssertionError e) {
        if (reply.status() == NOT_IMPLEMENTED || Instant.now().isAfter(deadline)) {
          throw e;
        }
      }
      Thread.sleep(PAUSE);
    }
  }

  private void send(RecordedRequest request, CaseTokens tokens) {
    if (request.isTelnet()) {
      telnet(request.lines(tokens));
    } else {
      http(request, tokens);
    }
  }

  private List<String> telnet(List<String> lines) {
    try (var telnet = new TelnetClient(port)) {
      lines.forEach(line -> telnet.send(line.getBytes(UTF_8)));
      return telnet.linesUntilSilence(SILENCE).stream().filter(line -> !line.isEmpty()).toList();
    }
  }

  private HttpWire.Reply http(RecordedRequest request, CaseTokens tokens) {
    Map<String, String> headers = new HashMap<>(request.headers());
    byte[] body = request.body(tokens);
    if (request.gzip()) {
      headers.put("Content-Encoding", "gzip");
      body = zipped(body);
    }
    if (request.chunked()) {
      headers.put("Transfer-Encoding", "chunked");
    }
    return http.send(request.method(), request.target(tokens), headers, body);
  }

  /// What the server calls the series `metric{k=v}`.
  private String tsuid(String series) {
    Map<String, String> tags = new TreeMap<>();
    int open = series.indexOf('{');
    if (open >= 0) {
      for (String tag : series.substring(open + 1, series.length() - 1).split(",", -1)) {
        String[] parts = tag.split("=", 2);
        tags.put(parts[0], parts[1]);
      }
    }
    var reply = http.get("/api/search/lookup?m=" + URLEncoder.encode(series, UTF_8), Map.of());
    for (JsonNode result : GokuHttp.parse(reply.text()).path("results")) {
      Map<String, String> found = new TreeMap<>();
      result
          .get("tags")
          .properties()
          .forEach(tag -> found.put(tag.getKey(), tag.getValue().asText()));
      if (found.equals(tags)) {
        return result.get("tsuid").asText();
      }
    }
    throw new AssertionError("no tsuid for " + series + " in " + reply.text());
  }

  private static byte[] zipped(byte[] bytes) {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }
}
