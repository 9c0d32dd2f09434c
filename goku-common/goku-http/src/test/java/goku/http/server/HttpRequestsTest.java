package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of valid and invalid requests.
class HttpRequestsTest {
  private final HttpFixture http = new HttpFixture(HttpFixture.echo());

  @AfterEach
  void stop() {
    http.close();
  }

  private java.net.http.HttpResponse<String> post(byte[] body, String encoding)
      throws IOException, InterruptedException {
    var request =
        java.net.http.HttpRequest.newBuilder(http.uri("/api/echo"))
            .version(HttpClient.Version.HTTP_1_1)
            .header("Content-Encoding", encoding)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return http.client.send(request, BodyHandlers.ofString());
  }

  @Test
  void answersPipelinedRequestsInTheirOrderOnOneConnection() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send(
          """
          POST /api/echo HTTP/1.1\r
          Content-Length: 3\r
          \r
          oneGET /api/path/two HTTP/1.1\r
          \r
          GET /nowhere HTTP/1.1\r
          \r
          POST /api/echo HTTP/1.1\r
          Transfer-Encoding: chunked\r
          \r
          2\r
          fo\r
          2\r
          ur\r
          0\r
          \r
          """);
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 OK").endsWith("POST one");
      assertThat(raw.answer()).endsWith("/api/path/two");
      assertThat(raw.answer()).startsWith("HTTP/1.1 404 ");
      assertThat(raw.answer()).endsWith("POST four");
    }
  }

  @Test
  void collectsABodySentInChunksOfUnknownLength() throws Exception {
    String long50k = "x".repeat(50_000);
    var request =
        java.net.http.HttpRequest.newBuilder(http.uri("/api/echo"))
            .POST(
                BodyPublishers.ofInputStream(
                    () -> new ByteArrayInputStream(long50k.getBytes(UTF_8))))
            .build();
    assertThat(http.client.send(request, BodyHandlers.ofString()).body())
        .isEqualTo("POST " + long50k);
  }

  @Test
  void unzipsABody() throws Exception {
    assertThat(post(HttpFixture.gzip("hello".getBytes(UTF_8)), "gzip").body())
        .isEqualTo("POST hello");
  }

  @Test
  void refusesACorruptGzipBodyAndKeepsTheConnection() throws Exception {
    byte[] zipped = HttpFixture.gzip("hello, hello, hello".getBytes(UTF_8));
    zipped[14] ^= 0x55;
    zipped[15] ^= 0x55;
    String head =
        "POST /api/echo HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
            .formatted(zipped.length);
    try (RawClient raw = http.raw()) {
      raw.send(head).send(zipped);
      assertThat(raw.answer()).startsWith("HTTP/1.1 400 ").contains("\"code\":400");
      raw.send("GET /api/echo HTTP/1.1\r\n\r\n");
      assertThat(raw.answer()).endsWith("GET ");
    }
  }

  @Test
  void refusesATruncatedGzipBody() throws Exception {
    byte[] zipped = HttpFixture.gzip(new byte[50_000]);
    assertThat(post(java.util.Arrays.copyOf(zipped, zipped.length / 2), "gzip").statusCode())
        .isEqualTo(400);
  }

  @Test
  void refusesAGzipBodyThatUnzipsBeyondTheLimit() throws Exception {
    assertThat(post(HttpFixture.gzip(new byte[HttpFixture.MAX_UNZIPPED]), "gzip").statusCode())
        .isEqualTo(200);
    var answer = post(HttpFixture.gzip(new byte[HttpFixture.MAX_UNZIPPED + 1]), "gzip");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("200000 bytes", "max-unzipped");
  }

  @Test
  void refusesAnEncodingItDoesNotKnow() throws Exception {
    assertThat(post(new byte[3], "br").statusCode()).isEqualTo(415);
  }

  @Test
  void takesABodyAtTheLimitAndRefusesOneByteMore() throws Exception {
    assertThat(post(new byte[HttpFixture.MAX_BODY], "identity").statusCode()).isEqualTo(200);
    var answer = post(new byte[HttpFixture.MAX_BODY + 1], "identity");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("\"code\":413", "100000 bytes", "max-body");
  }

  @Test
  void refusesAnEndlessChunkedBodyWhileItIsStillSent() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("POST /api/echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
      String chunk = "4000\r\n" + "y".repeat(0x4000) + "\r\n";
      for (int i = 0; i < 20; i++) {
        raw.send(chunk);
      }
      assertThat(raw.rest()).startsWith("HTTP/1.1 413 ").endsWith("}}");
    }
    await().until(() -> http.count("goku.http.rejected", "reason", "too-large") == 1);
  }

  @Test
  void tellsAClientThatWaitsToGoOn() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("POST /api/echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
      assertThat(raw.head()).startsWith("HTTP/1.1 100 ");
      raw.send("go");
      assertThat(raw.answer()).endsWith("POST go");
    }
  }

  @Test
  void answersAnUnparsableRequestWith400AndClosesTheConnection() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/echo HTTQ/banana\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 400 ").contains("\"code\":400");
    }
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/echo?x=%zz HTTP/1.1\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void limitsTheRequestLineAndTheHeaders() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/echo?q=" + "q".repeat(60_000) + " HTTP/1.1\r\n\r\n");
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ");
      raw.send("GET /api/echo?q=" + "q".repeat(70_000) + " HTTP/1.1\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 414 ");
    }
    try (RawClient raw = http.raw()) {
      raw.send("GET / HTTP/1.1\r\nX: " + "x".repeat(70_000) + "\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 431 ");
    }
  }

  @Test
  void takesVersion1ForTheSameAndNoOther() throws Exception {
    assertThat(http.get("/api/v1/path/x").body()).isEqualTo("/api/path/x");
    assertThat(http.get("/API/V1/echo/").statusCode()).isEqualTo(200);
    assertThat(http.get("/api/v2/echo").statusCode()).isEqualTo(501);
    assertThat(http.get("/api/v2/echo").body()).contains("\"code\":501");
  }

  @Test
  void keepsTheConnectionOfAnHttp10ClientThatAsksForIt() throws Exception {
    try (RawClient raw = http.raw()) {
      for (int i = 0; i < 2; i++) {
        raw.send("GET /api/echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        assertThat(raw.answer())
            .startsWith("HTTP/1.1 200 ")
            .containsIgnoringCase("\r\nconnection: keep-alive\r\n")
            .endsWith("GET ");
      }
    }
  }

  @Test
  void keepsTheConnectionOfAnHttp10ClientAfterAnAnswerWithoutABody() throws Exception {
    try (RawClient raw = http.raw()) {
      for (int i = 0; i < 2; i++) {
        raw.send(
            "POST /api/nothing HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}");
        assertThat(raw.answer())
            .startsWith("HTTP/1.1 204 ")
            .containsIgnoringCase("\r\nconnection: keep-alive\r\n")
            .doesNotContainIgnoringCase("transfer-encoding");
      }
    }
  }

  /// Scripts write the text of a query into the request line as it is.
  @ParameterizedTest
  @ValueSource(
      strings = {"sum:m{h=1}|x", "sum:m{h=a|b}", "none:\"m\"{h=\"[x]\"}", "sum:m{h=^a`b\\c}"})
  void takesARequestLineWithCharactersThatShouldBeEscaped(String m) throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/m?m=%s HTTP/1.1\r\n\r\n".formatted(m));
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n" + m);
    }
  }

  @Test
  void takesLinesOfTheHeadThatEndInALineFeed() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("POST /api/echo HTTP/1.1\nAccept: x\nContent-Length: 2\n\nab");
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ").endsWith("POST ab");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inflatesABodyWithAndWithoutTheHeaderOfZlib(boolean withHeader) throws Exception {
    var zipped = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.BEST_SPEED, !withHeader);
    try (var out = new DeflaterOutputStream(zipped, deflater)) {
      out.write("text ".repeat(1000).getBytes(UTF_8));
    }
    deflater.end();
    try (RawClient raw = http.raw()) {
      raw.send(
          "POST /api/echo HTTP/1.1\r\nContent-Encoding: deflate\r\nContent-Length: %d\r\n\r\n"
              .formatted(zipped.size()));
      raw.send(zipped.toByteArray());
      assertThat(raw.answer()).endsWith("POST " + "text ".repeat(1000));
      raw.send(
          "POST /api/echo HTTP/1.1\r\nContent-Encoding: deflate\r\nContent-Length: 5\r\n\r\nplain");
      assertThat(raw.answer()).startsWith("HTTP/1.1 400 ").contains("said to be deflate");
    }
  }

  @Test
  void closesTheConnectionOfAnHttp10Client() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/echo HTTP/1.0\r\n\r\n");
      raw.socket.shutdownOutput();
      assertThat(raw.rest()).startsWith("HTTP/1.1 200 ").endsWith("GET ");
    }
  }
}
