package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.security.PasswordHash;
import goku.testkit.HangLimits;
import goku.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Security files that change while the server runs take effect without a restart, also on open
/// connections.
class HttpReloadTest {
  private static final String ANN =
      "ann:" + PasswordHash.of("pass", 2_000, new SecureRandom()).text();

  @TempDir private Path directory;

  private static String token(String token) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    return "token:" + HexFormat.of().formatHex(digest);
  }

  private static String get(RawClient raw, String token) throws IOException {
    raw.send("GET /api/echo HTTP/1.1\r\nAuthorization: Bearer " + token + "\r\n\r\n");
    return raw.answer().substring(9, 12);
  }

  /// Whole at once, as `mv` does it.
  private void write(Path file, String content) throws IOException {
    Path beside = Files.writeString(directory.resolve("new"), content);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void whoIsTakenOutOfTheFileIsNotLetInAnyMore() throws Exception {
    Path file = directory.resolve("auth");
    write(file, ANN + "\n" + token("one") + "\n" + token("two") + "\n");
    try (var http =
            new HttpFixture(
                HttpFixture.config("--auth-file=" + file),
                HttpFixture.echo(),
                remote -> new EchoLines());
        RawClient kept = http.raw();
        RawClient byPassword = http.raw();
        RawClient byToken = http.raw();
        RawClient staying = http.raw()) {
      assertThat(get(kept, "one")).isEqualTo("200");
      byPassword.send("auth ann pass\n");
      assertThat(byPassword.line()).isEqualTo("AUTH_SUCCESS");
      byToken.send("auth token one\n");
      assertThat(byToken.line()).isEqualTo("AUTH_SUCCESS");
      staying.send("auth token two\n");
      assertThat(staying.line()).isEqualTo("AUTH_SUCCESS");

      // nonsense changes nothing
      write(file, "nonsense\n");
      await().until(() -> http.count("goku.http.reloads", "outcome", "refused") == 1);
      assertThat(get(kept, "one")).isEqualTo("200");
      byPassword.send("still\n");
      assertThat(byPassword.line()).isEqualTo("still");

      write(file, token("two") + "\n" + token("three") + "\n");
      await().until(() -> get(kept, "one").equals("401"));
      assertThat(get(kept, "three")).isEqualTo("200");
      byPassword.send("more\n");
      assertThat(byPassword.rest()).isEqualTo("AUTH_FAIL\n");
      byToken.send("more\n");
      assertThat(byToken.rest()).isEqualTo("AUTH_FAIL\n");
      staying.send("more\n");
      assertThat(staying.line()).isEqualTo("more");
      assertThat(http.count("goku.http.reloads", "file", "auth-file", "outcome", "taken")).isOne();
    }
  }

  @Test
  void aNewCertificateIsShownToNewConnections() throws Exception {
    TestCertificate first = TestCertificate.in(Files.createDirectory(directory.resolve("first")));
    TestCertificate second = TestCertificate.in(Files.createDirectory(directory.resolve("second")));
    Path chain = Files.copy(first.chain(), directory.resolve("chain.pem"));
    Path key = Files.copy(first.key(), directory.resolve("key.pem"));
    try (var http =
        new HttpFixture(
            HttpFixture.config("--tls-certificate=" + chain, "--tls-key=" + key),
            HttpFixture.echo(),
            null)) {
      assertThat(isTrusted(http, first)).isTrue();
      assertThat(isTrusted(http, second)).isFalse();

      // one half of the pair does not match the other
      write(chain, Files.readString(second.chain()));
      await()
          .until(
              () ->
                  http.count("goku.http.reloads", "file", "tls-certificate", "outcome", "refused")
                      == 1);
      assertThat(isTrusted(http, first)).isTrue();

      write(key, Files.readString(second.key()));
      await().until(() -> isTrusted(http, second));
      assertThat(isTrusted(http, first)).isFalse();
    }
  }

  private static boolean isTrusted(HttpFixture http, TestCertificate authority) throws IOException {
    try (var socket =
        (SSLSocket)
            authority.trusting().getSocketFactory().createSocket("localhost", http.server.port())) {
      socket.setSoTimeout((int) HangLimits.STEP.toMillis());
      socket.startHandshake();
      return true;
    } catch (SSLException refused) {
      return false;
    }
  }
}
