package goku.integration.cluster.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RootsTest {
  private final HttpServer server;
  private final Roots.Root well;
  private final String nobody = "http://127.0.0.1:" + GokuProcess.freePort();
  private int status = 200;

  RootsTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "[]".getBytes(UTF_8);
          exchange.getResponseHeaders().add("X-Goku-Partial", "missing ns1/2");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.createContext("/silent", exchange -> {});
    server.start();
    well = new Roots.Root("http://127.0.0.1:" + server.getAddress().getPort(), () -> false);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void anotherRootIsAskedInsteadOfOneThatTheTestHasFaulted() throws Exception {
    try (var roots = new Roots(List.of(new Roots.Root(nobody, () -> true), well))) {
      Roots.Reply reply = roots.ask("/api/query", 0);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.attempts()).isEqualTo(2);
      assertThat(reply.partial()).isEqualTo("missing ns1/2");
      assertThat(roots.ask("/api/query", 0).attempts()).as("avoided now").isEqualTo(1);
    }
  }

  @Test
  void aFaultedRootThatIsSilentIsGivenUp() throws Exception {
    Roots.Root silent = new Roots.Root(well.url() + "/silent", () -> true);
    try (var roots = new Roots(List.of(silent, well))) {
      assertThat(roots.ask("/api/query", 0).attempts()).isEqualTo(2);
    }
  }

  @Test
  void aRootThatShouldBeWellAndGivesNoAnswerIsAFailure() throws Exception {
    try (var roots = new Roots(List.of(new Roots.Root(nobody, () -> false), well))) {
      assertThat(roots.ask("/api/query", 0).status()).isZero();
    }
  }

  @Test
  void anErrorOfARootIsItsAnswer() throws Exception {
    status = 503;
    try (var roots = new Roots(List.of(well, well))) {
      Roots.Reply reply = roots.ask("/api/query", 0);
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.attempts()).isEqualTo(1);
    }
  }
}
