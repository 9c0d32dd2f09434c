package goku.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.file.FileDescriptors;
import goku.http.AdminConfig;
import goku.http.HttpConfig;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.http.access.Need;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A server with a port for everybody and one for operators.
class AdminPortTest {
  private static final AdminConfig ADMIN = new AdminConfig("127.0.0.1", 0);

  private final CountDownLatch waiting = new CountDownLatch(4);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Routes routes =
      HttpFixture.echo()
          .addOpen("/healthz", request -> HttpResponse.text(200, "ok"))
          .addAlways("/metrics", Need.METRICS, request -> HttpResponse.text(200, "metrics"))
          .addAlways("/api/goku/change/*", request -> HttpResponse.text(200, "changed"))
          .add("/wait", request -> waited());
  private HttpServer server;

  @BeforeEach
  void start() {
    server =
        new HttpServer(
            HttpFixture.config(),
            ADMIN,
            routes,
            remote -> new EchoLines(),
            new SimpleMeterRegistry());
    server.start();
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.close();
  }

  private HttpResponse waited() throws InterruptedException {
    waiting.countDown();
    released.await();
    return HttpResponse.text(200, "waited");
  }

  private String get(int port, String path) throws IOException {
    try (RawClient raw = new RawClient(port)) {
      return raw.send("GET " + path + " HTTP/1.1\r\n\r\n").answer();
    }
  }

  @Test
  void thePublicPortSaysWhereAdministrationIs() throws Exception {
    for (String path : new String[] {"/metrics", "/api/goku/change", "/api/goku/CHANGE/it"}) {
      assertThat(get(server.port(), path))
          .startsWith("HTTP/1.1 404 ")
          .contains("admin.port")
          .doesNotContain("changed");
      assertThat(get(server.adminPort(), path)).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void bothPortsAnswerHealthChecksAndWhatIsForEverybody() throws Exception {
    for (int port : new int[] {server.port(), server.adminPort()}) {
      assertThat(get(port, "/healthz")).endsWith("ok");
      assertThat(get(port, "/api/echo")).contains("GET");
    }
  }

  @Test
  void theAdminPortSpeaksNoLines() throws Exception {
    try (RawClient raw = new RawClient(server.adminPort())) {
      assertThat(raw.send("version\r\n\r\n").rest()).startsWith("HTTP/1.1 400 ");
    }
    try (RawClient raw = new RawClient(server.port())) {
      assertThat(raw.send("version\n").line()).isEqualTo("version");
    }
  }

  @Test
  void theAdminPortAnswersWhenThePublicOneIsAtItsLimit() throws Exception {
    RawClient[] clients = new RawClient[4];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = new RawClient(server.port()).send("GET /wait HTTP/1.1\r\n\r\n");
    }
    waiting.await();
    assertThat(get(server.port(), "/api/echo")).startsWith("HTTP/1.1 503 ");
    assertThat(get(server.adminPort(), "/api/echo")).startsWith("HTTP/1.1 200 ");
    released.countDown();
    for (RawClient client : clients) {
      client.close();
    }
  }

  /// Of 80 open files besides those of the process, 50 are for the public port and 10 for
  /// operators.
  @Test
  void connectionsArePartOfTheOpenFiles() throws Exception {
    var registry = new SimpleMeterRegistry();
    var few = new FileDescriptors(1_080);
    List<RawClient> clients = new ArrayList<>();
    try (var limited =
        new HttpServer(HttpConfig.standard("127.0.0.1", 0), ADMIN, routes, null, few, registry)) {
      limited.start();
      for (int i = 0; i < 60; i++) {
        clients.add(new RawClient(limited.port()));
        clients.add(new RawClient(limited.adminPort()));
      }
      await().until(() -> registry.get("goku.http.connections").gauge().value() == 60);
      assertThat(get(limited.port(), "/healthz")).endsWith("ok");
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void anAdminPortThatIsTakenIsNamedWithItsSetting() {
    var taken = new AdminConfig("127.0.0.1", server.port());
    try (var second =
        new HttpServer(HttpFixture.config(), taken, routes, null, new SimpleMeterRegistry())) {
      assertThatThrownBy(second::start)
          .hasMessage(
              "port %d on 127.0.0.1 is in use: stop the other process or choose another with"
                      .formatted(server.port())
                  + " --admin.port");
    }
  }
}
