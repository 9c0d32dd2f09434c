package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.testkit.HangLimits;
import goku.testkit.TestCertificate;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// HTTP and lines on one port behind TLS.
class HttpTlsTest {
  private static final byte[] LARGE = new byte[3 << 20];

  @TempDir private static Path directory;
  private static TestCertificate certificate;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CompletableFuture<Void> interrupted = new CompletableFuture<>();
  private HttpFixture http;
  private HttpClient client;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.in(directory);
  }

  @BeforeEach
  void start() {
    http =
        new HttpFixture(
            HttpFixture.config(
                "--tls-certificate=" + certificate.chain(), "--tls-key=" + certificate.key()),
            HttpFixture.echo()
                .add("/large", request -> new HttpResponse(200, "x", Map.of(), this::writeLarge))
                .add("/wait", request -> waited()),
            remote -> new EchoLines());
    client = HttpClient.newBuilder().sslContext(certificate.trusting()).build();
  }

  @AfterEach
  void stop() {
    client.close();
    http.close();
  }

  private void writeLarge(OutputStream out) throws java.io.IOException {
    out.write(LARGE);
  }

  private HttpResponse waited() throws InterruptedException {
    begun.countDown();
    try {
      boolean ended = new CountDownLatch(1).await(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS);
      return HttpResponse.text(500, "ended: " + ended);
    } catch (InterruptedException e) {
      interrupted.complete(null);
      throw e;
    }
  }

  private URI uri(String path) {
    return URI.create("https://localhost:" + http.server.port() + path);
  }

  private SSLSocket socket() throws Exception {
    var socket =
        (SSLSocket)
            certificate.trusting().getSocketFactory().createSocket("localhost", http.server.port());
    socket.setSoTimeout((int) HangLimits.STEP.toMillis());
    return socket;
  }

  @Test
  void servesHttp() throws Exception {
    var post =
        java.net.http.HttpRequest.newBuilder(uri("/api/echo"))
            .POST(BodyPublishers.ofString("over TLS"))
            .build();
    assertThat(client.send(post, BodyHandlers.ofString()).body()).isEqualTo("POST over TLS");
    var get = java.net.http.HttpRequest.newBuilder(uri("/large")).build();
    assertThat(client.send(get, BodyHandlers.ofByteArray()).body()).hasSize(LARGE.length);
  }

  @Test
  void servesLines() throws Exception {
    try (SSLSocket socket = socket();
        RawClient lines = new RawClient(socket)) {
      lines.send("version\n");
      assertThat(lines.line()).isEqualTo("version");
    }
  }

  @Test
  void tellsARefusedClientWhyBeforeItEnds() throws Exception {
    try (SSLSocket socket = socket();
        RawClient raw = new RawClient(socket)) {
      raw.send("GET /api/echo HTTQ/banana\r\n\r\n");
      assertThat(raw.rest()).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void interruptsTheHandlerOfAClientThatCloses() throws Exception {
    try (SSLSocket socket = socket();
        RawClient raw = new RawClient(socket)) {
      raw.send("GET /wait HTTP/1.1\r\n\r\n");
      begun.await();
    }
    interrupted.get(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS);
    await().until(() -> http.count("goku.http.requests.abandoned") == 1);
  }

  @Test
  void refusesAClientThatDoesNotSpeakTls() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /api/echo HTTP/1.1\r\n\r\n");
      assertThat(raw.rest()).doesNotContain("HTTP/1.1");
    }
    await().until(() -> http.count("goku.http.rejected", "reason", "tls") == 1);
  }

  @Test
  void namesTheFilesThatItCannotUse() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    HttpConfig config =
        HttpFixture.config("--tls-certificate=" + certificate.chain(), "--tls-key=" + empty);
    assertThatThrownBy(
            () -> new HttpServer(config, new Routes(), null, new SimpleMeterRegistry()).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty.pem")
        .hasMessageContaining("openssl pkcs8");
    assertThatThrownBy(() -> HttpFixture.config("--tls-key=" + empty))
        .hasMessageContaining("give both");
  }
}
