package goku.integration.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.Accepted;
import goku.integration.fixture.HttpWire;
import goku.integration.fixture.TelnetClient;
import goku.root.conformance.comparison.Comparison;
import goku.root.conformance.corpus.CaseTokens;
import goku.root.conformance.corpus.LookupAnswer;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.awaitility.core.ConditionTimeoutException;

/// A running process that answers the requests of cases over HTTP and telnet, for comparison.
final class LiveTarget {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int NOT_IMPLEMENTED = 501;

  /// A strict process refuses queries while it lags.
  private static final int UNAVAILABLE = 503;

  private final int port;
  private final HttpWire http;
  private final Shift shift;

  LiveTarget(int port, Shift shift) {
    this.port = port;
    this.http = new HttpWire(port);
    this.shift = shift;
  }

  void check(RecordedCase recorded) {
    Instant now = Instant.now();
    var tokens = new CaseTokens(shift, now, this::tsuid);
    var comparison = new Comparison(recorded, shift, now);
    if (recorded.request().isTelnet()) {
      comparison.checkLines(telnet(recorded.request().lines(tokens)));
      return;
    }
    recorded.steps().forEach(step -> send(step, tokens));
    var last = new AtomicReference<>(http(recorded.request(), tokens));
    boolean mayChange = !recorded.steps().isEmpty() || last.get().status() == UNAVAILABLE;
    if (mayChange && !isFinal(comparison, last.get())) {
      awaitFinal(recorded.request(), tokens, comparison, last);
    }
    check(comparison, last.get());
  }

  /// Asks again until the answer is right, or cannot become so, or patience ends.
  private void awaitFinal(
      RecordedRequest request,
      CaseTokens tokens,
      Comparison comparison,
      AtomicReference<HttpWire.Reply> last) {
    try {
      await()
          .pollInSameThread()
          .pollInterval(PAUSE)
          .until(
              () -> {
                last.set(http(request, tokens));
                return isFinal(comparison, last.get());
              });
    } catch (ConditionTimeoutException e) {
      // the comparison of the last answer shows the difference
    }
  }

  private static boolean isFinal(Comparison comparison, HttpWire.Reply reply) {
    if (reply.status() == NOT_IMPLEMENTED) {
      return true;
    }
    try {
      check(comparison, reply);
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  private static void check(Comparison comparison, HttpWire.Reply reply) {
    comparison.check(reply.status(), reply.contentType(), reply.text());
  }

  private void send(RecordedRequest request, CaseTokens tokens) {
    if (request.isTelnet()) {
      telnet(request.lines(tokens));
    } else {
      Accepted.reply(() -> http(request, tokens));
    }
  }

  private List<String> telnet(List<String> lines) {
    try (var telnet = new TelnetClient(port)) {
      lines.forEach(line -> telnet.send(line.getBytes(UTF_8)));
      return telnet.exit().stream().filter(line -> !line.isEmpty()).toList();
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

  private String tsuid(String series) {
    String target = "/api/search/lookup?m=" + URLEncoder.encode(series, UTF_8);
    return LookupAnswer.tsuid(series, Accepted.reply(() -> http.get(target, Map.of())).text());
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
