package goku.integration.programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import goku.integration.fixture.GokuHttp;
import goku.integration.programs.Answers.Compared;
import goku.integration.programs.recording.SentDatapoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final String ANSWER =
      """
      [{"metric": "m", "tags": {"host": "h1"}, "dps": {"1000": 1, "2000": 2.5}},
       {"metric": "m", "tags": {"host": "h2"}, "dps": {"1000": 1}}]\
      """;

  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/query",
        exchange -> {
          byte[] body = ANSWER.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void equalDataHaveNoDifferences() {
    assertThat(compare(sent("h1", 1, 1), sent("h1", 2, 2.5), sent("h2", 1, 1)))
        .isEqualTo(new Compared(3, 3, List.of()));
  }

  @Test
  void theLastValueSentCounts() {
    assertThat(compare(sent("h1", 1, 7), sent("h1", 1, 1), sent("h1", 2, 2.5), sent("h2", 1, 1)))
        .isEqualTo(new Compared(3, 3, List.of()));
  }

  @Test
  void otherValuesMissingDatapointsAndUnsentOnesAreDifferences() {
    Compared compared = compare(sent("h1", 1, 1.5), sent("h1", 2, 2.5), sent("h1", 3, 3));
    assertThat(compared.sent()).isEqualTo(3);
    assertThat(compared.equal()).isEqualTo(1);
    assertThat(compared.differences())
        .containsExactlyInAnyOrder(
            "m {host=h1} 1000: sent 1.5, answered 1.0",
            "m {host=h1} 3000: sent 3.0, answered null",
            "m {host=h2} 1000: sent null, answered 1.0");
  }

  @Test
  void anErrorAnswersNothing() {
    status = 400;
    assertThat(compare(sent("h1", 1, 1))).extracting(Compared::equal).isEqualTo(0);
  }

  private Compared compare(SentDatapoint... sent) {
    return new Answers(new GokuHttp("http://127.0.0.1:" + server.getAddress().getPort()))
        .compare(List.of(sent));
  }

  private static SentDatapoint sent(String host, long second, double value) {
    return new SentDatapoint("m", Map.of("host", host), second * 1000, value);
  }
}
