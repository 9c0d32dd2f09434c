package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.AdminConfig;
import goku.http.HttpConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests that pages of other sites send by the browser of a user.
class ForeignPagesTest {
  private static final String FOREIGN = "Origin: http://evil.example\r\n";
  private static final String HTML_FORM = "Content-Type: text/plain\r\n";

  private HttpServer server;

  @BeforeEach
  void start() {
    restart(HttpConfig.standard("127.0.0.1", 0));
  }

  private void restart(HttpConfig config) {
    if (server != null) {
      server.close();
    }
    server =
        new HttpServer(
            config,
            new AdminConfig("127.0.0.1", 0),
            HttpFixture.echo(),
            null,
            new SimpleMeterRegistry());
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String send(int port, String method, String headers) throws IOException {
    try (var raw = new RawClient(port)) {
      return raw.send(
              "%s /api/echo HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 2\r\n%s\r\nhi"
                  .formatted(method, port, headers))
          .answer();
    }
  }

  private void assertExecuted(String method, String headers) throws IOException {
    for (int port : new int[] {server.port(), server.adminPort()}) {
      assertThat(send(port, method, headers))
          .startsWith("HTTP/1.1 200 OK")
          .endsWith(method + " hi");
    }
  }

  private void assertRefused(String method, String headers) throws IOException {
    for (int port : new int[] {server.port(), server.adminPort()}) {
      assertThat(send(port, method, headers))
          .startsWith("HTTP/1.1 403 ")
          .contains(method, "cors-domains")
          .doesNotContainIgnoringCase("access-control");
    }
  }

  @Test
  void aForeignPageChangesNothing() throws Exception {
    for (String method : new String[] {"POST", "PUT", "DELETE", "PATCH"}) {
      assertRefused(method, FOREIGN + HTML_FORM);
      assertRefused(method, "Origin: null\r\n");
      assertRefused(method, "Sec-Fetch-Site: cross-site\r\n");
      assertRefused(method, "Sec-Fetch-Site: same-site\r\n" + FOREIGN);
    }
  }

  /// Another port of this machine is another origin.
  @Test
  void aPageOfAnotherPortChangesNothing() throws Exception {
    assertRefused("POST", "Origin: http://localhost:1\r\n");
  }

  /// The name of the attacker's site points to this machine, so that the browser sees one origin.
  @Test
  void aSiteWhoseNamePointsHereIsRefused() throws Exception {
    String rebound = "GET /api/echo HTTP/1.1\r\nHost: evil.example:%d\r\n\r\n";
    for (int port : new int[] {server.port(), server.adminPort()}) {
      try (var raw = new RawClient(port)) {
        assertThat(raw.send(rebound.formatted(port)).answer())
            .startsWith("HTTP/1.1 403 ")
            .contains("evil.example", "http.hosts");
      }
    }
    restart(HttpFixture.config("--hosts=evil.example"));
    for (int port : new int[] {server.port(), server.adminPort()}) {
      try (var raw = new RawClient(port)) {
        assertThat(raw.send(rebound.formatted(port)).answer()).endsWith("GET ");
      }
    }
  }

  @Test
  void programsSendNoOrigin() throws Exception {
    assertExecuted("POST", "");
    assertExecuted("DELETE", HTML_FORM);
  }

  @Test
  void theServersOwnPagesMayChangeEverything() throws Exception {
    for (int port : new int[] {server.port(), server.adminPort()}) {
      assertThat(send(port, "POST", "Origin: http://localhost:%d\r\n".formatted(port)))
          .endsWith("POST hi");
    }
    // a proxy in front of the server replaced the host
    assertExecuted("POST", "Sec-Fetch-Site: same-origin\r\nOrigin: https://goku.example\r\n");
    assertExecuted("POST", "Sec-Fetch-Site: none\r\n");
  }

  @Test
  void aForeignPageMayReadWhatBrowsersHideFromIt() throws Exception {
    assertExecuted("GET", FOREIGN);
  }

  @Test
  void originsInCorsDomainsMayChangeEverything() throws Exception {
    restart(HttpFixture.config("--cors-domains=http://evil.example"));
    assertExecuted("POST", FOREIGN);
    assertExecuted("POST", FOREIGN + "Sec-Fetch-Site: cross-site\r\n");
    restart(HttpFixture.config("--cors-domains=*"));
    assertExecuted("POST", FOREIGN);
  }
}
