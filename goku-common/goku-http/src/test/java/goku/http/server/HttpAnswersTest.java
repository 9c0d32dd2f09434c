package goku.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.http.Routes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The form of answers and errors.
class HttpAnswersTest {
  private static final byte[] PAGE = "0123456789abcdef".repeat(40_000).getBytes(US_ASCII);

  private final HttpFixture http =
      new HttpFixture(
          new Routes()
              .add("/empty", request -> HttpResponse.noContent())
              .add("/small", request -> HttpResponse.text(200, "s".repeat(1_000)))
              .add("/medium", request -> HttpResponse.text(200, "m".repeat(2_000)))
              .add("/large", request -> HttpResponse.of(200, "text/plain", PAGE))
              .add("/late", request -> stream(HttpAnswersTest::failSoon))
              .add("/broken", request -> stream(HttpAnswersTest::failLate))
              .add("/unchanged", request -> new HttpResponse(304, "", Map.of(), out -> {}))
              .add("/api/refused", HttpAnswersTest::refuse)
              .add("/api/bug", request -> HttpResponse.text(Integer.parseInt("x"), "")));

  @AfterEach
  void stop() {
    http.close();
  }

  private static HttpResponse stream(HttpResponse.Body body) {
    return new HttpResponse(200, "text/plain", Map.of(), body);
  }

  private static void failSoon(OutputStream out) throws IOException {
    out.write(1);
    throw new HttpError(400, "no such metric");
  }

  private static void failLate(OutputStream out) throws IOException {
    out.write(PAGE);
    throw new IllegalStateException("in the middle");
  }

  private static HttpResponse refuse(HttpRequest request) {
    throw new HttpError(
        400, "No such name for 'metrics':\r\n'\u00fcber \"x\"'", "where you looked");
  }

  private java.net.http.HttpResponse<byte[]> zipped(String path) throws Exception {
    var request =
        java.net.http.HttpRequest.newBuilder(http.uri(path))
            .header("Accept-Encoding", "deflate, gzip;q=0.9")
            .build();
    return http.client.send(request, BodyHandlers.ofByteArray());
  }

  @Test
  void sendsNoBodyWith204And304() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /empty HTTP/1.1\r\n\r\nGET /unchanged HTTP/1.1\r\n\r\n");
      assertThat(raw.head())
          .startsWith("HTTP/1.1 204 ")
          .doesNotContainIgnoringCase("content-length");
      assertThat(raw.head()).startsWith("HTTP/1.1 304 ");
    }
  }

  @Test
  void sendsASmallBodyWithItsLengthAndALongOneInChunks() throws Exception {
    assertThat(http.get("/small").headers().firstValue("content-length")).contains("1000");
    var large = http.get("/large");
    assertThat(large.headers().firstValue("transfer-encoding")).contains("chunked");
    assertThat(large.body()).isEqualTo(new String(PAGE, US_ASCII));
  }

  @Test
  void zipsOnlyWhatIsWorthIt() throws Exception {
    assertThat(zipped("/small").headers().firstValue("content-encoding")).isEmpty();
    for (String path : new String[] {"/medium", "/large"}) {
      var answer = zipped(path);
      assertThat(answer.headers().firstValue("content-encoding")).contains("gzip");
      try (var in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(http.get(path).body());
      }
    }
    assertThat(http.get("/medium").headers().firstValue("content-encoding")).isEmpty();
  }

  @Test
  void sendsTheHeadersAloneToHead() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("HEAD /medium HTTP/1.1\r\n\r\nGET /small HTTP/1.1\r\n\r\n");
      assertThat(raw.head()).containsIgnoringCase("content-length: 2000");
      assertThat(raw.answer()).endsWith("sss");
    }
  }

  @Test
  void saysWhatWasWrongInJsonAndInTheStatusLine() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/refused HTTP/1.1\r\n\r\n");
      String answer = raw.answer();
      assertThat(answer).startsWith("HTTP/1.1 400 No such name for 'metrics': '?ber \"x\"'\r\n");
      assertThat(answer.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))
          .asString(UTF_8)
          .endsWith(
              """
              {"error":{"code":400,"message":"No such name for 'metrics':\\r\\n'\u00fcber \\"x\\"'",\
              "details":"where you looked"}}\
              """);
    }
  }

  @Test
  void turnsAnyOtherFailureInto500() throws Exception {
    assertThat(http.get("/api/bug").statusCode()).isEqualTo(500);
    assertThat(http.get("/api/bug").body()).contains("\"code\":500").doesNotContain("details");
  }

  @Test
  void stillAnswersWithTheErrorWhenABodyFailsBeforeItIsSent() throws Exception {
    assertThat(http.get("/late").statusCode()).isEqualTo(400);
  }

  @Test
  void endsTheConnectionWithoutLastChunkWhenABodyFailsInTheMiddle() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /broken HTTP/1.1\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 200 ").doesNotContain("\r\n0\r\n\r\n");
    }
  }

  @Test
  void answersUnknownPathsInTheFormOfTheirReaders() throws Exception {
    var api = http.get("/api/nowhere");
    assertThat(api.statusCode()).isEqualTo(404);
    assertThat(api.body()).startsWith("{\"error\":{\"code\":404,");
    var page = http.get("/nowhere");
    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.headers().firstValue("content-type")).contains("text/html; charset=UTF-8");
  }

  @Test
  void pagesAreProtectedFromOtherSites() throws Exception {
    var page = http.get("/nowhere").headers();
    assertThat(page.firstValue("content-security-policy").orElseThrow())
        .contains("default-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.firstValue("x-frame-options")).contains("DENY");
    assertThat(page.firstValue("x-content-type-options")).contains("nosniff");
    assertThat(http.get("/small").headers().firstValue("x-content-type-options"))
        .contains("nosniff");
    // a browser runs the answer to jsonp only without the header
    assertThat(http.get("/api/nowhere").headers().firstValue("x-content-type-options")).isEmpty();
  }

  @Test
  void countsRequestsByPatternAndStatus() throws Exception {
    var _ = http.get("/nowhere?1");
    var _ = http.get("/empty");
    var _ = http.get("/empty");
    // counted once it is sent, which the client may know first
    await().until(() -> counted("/empty", 204) == 2 && counted("none", 404) == 1);
  }

  private long counted(String route, int status) {
    var timer =
        http.registry
            .find("goku.http.requests")
            .tags("route", route, "status", Integer.toString(status))
            .timer();
    return timer == null ? 0 : timer.count();
  }
}
