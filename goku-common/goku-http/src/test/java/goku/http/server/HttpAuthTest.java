package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.http.security.PasswordHash;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of authentication with an auth-file.
class HttpAuthTest {
  private static final String PASSWORD = "pass word: \u00fc";
  private static final String TOKEN = "s3cret-token";

  private final Routes routes =
      HttpFixture.echo()
          .addOpen("/healthz", request -> HttpResponse.text(200, "ok"))
          .add("/api/who", request -> HttpResponse.text(200, String.valueOf(request.user())));

  @TempDir private Path directory;
  private Path file;
  private HttpFixture http;

  @BeforeEach
  void start() throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(TOKEN.getBytes(UTF_8));
    file =
        write(
            "# who may",
            "",
            "grafana:" + PasswordHash.of(PASSWORD, 2_000, new SecureRandom()).text(),
            "token:" + HexFormat.of().formatHex(digest));
    http =
        new HttpFixture(
            HttpFixture.config("--auth-file=" + file), routes, remote -> new EchoLines());
  }

  @AfterEach
  void stop() {
    http.close();
  }

  private Path write(String... lines) throws IOException {
    return Files.writeString(directory.resolve("auth"), String.join("\n", lines) + "\n");
  }

  private static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  private static String get(RawClient raw, String authorization) throws IOException {
    return get(raw, "/api/echo", authorization);
  }

  private static String get(RawClient raw, String path, String authorization) throws IOException {
    raw.send("GET " + path + " HTTP/1.1\r\nAuthorization: " + authorization + "\r\n\r\n");
    return raw.answer();
  }

  @Test
  void letsInWhoHasThePasswordOrTheToken() throws Exception {
    try (RawClient raw = http.raw()) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(raw, basic("grafana", PASSWORD))).startsWith("HTTP/1.1 200 ");
        assertThat(get(raw, "bearer " + TOKEN)).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  @Test
  void handlersLearnWhoAsks() throws Exception {
    try (RawClient raw = http.raw()) {
      assertThat(get(raw, "/api/who", basic("grafana", PASSWORD))).endsWith("grafana");
      assertThat(get(raw, "/api/who", "Bearer " + TOKEN)).containsPattern("token:[0-9a-f]{16}$");
      assertThat(get(raw, "/healthz", basic("grafana", PASSWORD))).endsWith("ok");
    }
  }

  @Test
  void refusesEverybodyElseAndSaysHowToComeIn() throws Exception {
    try (RawClient raw = http.raw()) {
      assertThat(get(raw, basic("grafana", PASSWORD))).startsWith("HTTP/1.1 200 ");
      for (String wrong :
          new String[] {
            basic("grafana", PASSWORD + "x"),
            basic("grafana", ""),
            basic("admin", PASSWORD),
            "Basic grafana",
            "Bearer " + TOKEN + "x",
            "Bearer",
            "Digest x"
          }) {
        assertThat(get(raw, wrong))
            .startsWith("HTTP/1.1 401 Unauthorized")
            .containsIgnoringCase("\r\nwww-authenticate: Basic realm=\"goku\"")
            .contains("Bearer realm=\"goku\"")
            .contains("{\"error\":{\"code\":401,");
      }
      raw.send("GET /nowhere HTTP/1.1\r\n\r\n");
      assertThat(raw.answer()).startsWith("HTTP/1.1 401 ");
    }
  }

  /// Each check takes tenths of a second, and all of these wait for theirs.
  @Test
  void guessersDoNotDelayTokensAndKnownPasswords() throws Exception {
    List<RawClient> guessers = new ArrayList<>();
    HttpConfig config = HttpFixture.config("--auth-file=" + file, "--max-requests=40");
    try (var attacked = new HttpFixture(config, routes, null);
        RawClient user = attacked.raw()) {
      assertThat(get(user, basic("grafana", PASSWORD))).startsWith("HTTP/1.1 200 ");
      for (int i = 0; i < 30; i++) {
        String guess = basic("grafana", "guess " + i);
        guessers.add(
            attacked.raw().send("GET /api/echo HTTP/1.1\r\nAuthorization: " + guess + "\r\n\r\n"));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(get(user, basic("grafana", PASSWORD))).startsWith("HTTP/1.1 200 ");
        assertThat(get(user, "Bearer " + TOKEN)).startsWith("HTTP/1.1 200 ");
      }
      for (RawClient guesser : guessers) {
        assertThat(guesser.head()).containsPattern("^HTTP/1.1 (401|503) ");
      }
    } finally {
      for (RawClient guesser : guessers) {
        guesser.close();
      }
    }
  }

  @Test
  void refusesABodyWithoutCredentialsBeforeItHasCome() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("POST /api/echo HTTP/1.1\r\nContent-Length: 50000\r\n\r\nbegin");
      assertThat(raw.rest()).startsWith("HTTP/1.1 401 ");
    }
    await().until(() -> http.count("goku.http.rejected", "reason", "unauthorized") == 1);
    assertThat(http.registry.get("goku.budget.held").tag("kind", "bodies").gauge().value())
        .isZero();
  }

  @Test
  void answersHealthChecksAndTheQuestionsOfBrowsersWithoutPassword() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("GET /healthz HTTP/1.1\r\n\r\n");
      assertThat(raw.answer()).endsWith("ok");
      raw.send("OPTIONS /api/echo HTTP/1.1\r\nOrigin: http://dashboards.example\r\n\r\n");
      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void takesLinesAfterALogin() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send(("auth grafana " + PASSWORD + "\r\nversion\n").getBytes(UTF_8));
      assertThat(lines.line()).isEqualTo("AUTH_SUCCESS");
      assertThat(lines.line()).isEqualTo("version");
    }
  }

  @Test
  void takesNoLineBeforeOrAfterAWrongLogin() throws Exception {
    for (String first : new String[] {"version\n", "auth grafana x\n", "auth\n", "x".repeat(500)}) {
      try (RawClient lines = http.raw()) {
        lines.send(first + "put a 1 1\n");
        assertThat(lines.rest()).isEqualTo("AUTH_FAIL\n");
      }
    }
    await().until(() -> http.count("goku.http.rejected", "reason", "unauthorized") == 4);
  }

  @Test
  void namesTheLineOfTheFileThatIsWrongButNotWhatItSays() throws Exception {
    String[] wrong = {
      "grafana", "grafana:secret", "grafana:pbkdf2-sha256:1:AAAA:secret", "token:secret"
    };
    for (String line : wrong) {
      HttpConfig config = HttpFixture.config("--auth-file=" + write("# one", line));
      assertThatThrownBy(
              () -> new HttpServer(config, new Routes(), null, new SimpleMeterRegistry()).close())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("line 2")
          .hasMessageNotContaining("secret");
    }
    HttpConfig empty = HttpFixture.config("--auth-file=" + write("# nobody"));
    assertThatThrownBy(
            () -> new HttpServer(empty, new Routes(), null, new SimpleMeterRegistry()).close())
        .hasMessageContaining("no user and no token");
  }
}
