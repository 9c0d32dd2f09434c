package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpConfig;
import goku.http.server.HttpServer;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadProtectionTest {
  private static final long START = 1_800_000_000;
  private static final String QUERY = "/api/query?m=sum:cpu&start=" + START;

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--rate-limit-per-client=1", "--rate-limit-burst=1s"),
          Instant.ofEpochSecond(START + 600),
          RootFixture.namespace("ns1", new Sharding(1, 2)));
  private final HttpServer server =
      new HttpServer(HttpConfig.standard("127.0.0.1", 0), root.routes(), null, root.meters());
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void start() {
    root.put(SeriesName.of("cpu", Map.of("host", "a")), START * 1000, 1);
    server.start();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    root.close();
  }

  @Test
  void aRateLimitedClientLearnsTheLimitAndWhenToRetry() throws Exception {
    HttpResponse<String> refused = refusalOf(QUERY);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(refused.body())
        .startsWith("{\"error\":{\"code\":429,\"message\":\"The client 127.0.0.1 sent more than 1")
        .contains("rate-limit-per-client", "\"details\":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/query/exp",
        "/api/query/gexp",
        "/api/query/last",
        "/api/suggest?type=metrics",
        "/api/search/lookup?m=cpu",
        "/api/uid/assign?metric=cpu",
        "/api/v1/query"
      })
  void theLimitAppliesToAllDataEndpoints(String path) throws Exception {
    assertThat(refusalOf(path).statusCode()).isEqualTo(429);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/stats/query",
        "/api/version",
        "/api/status",
        "/api/stats",
        "/api/aggregators",
        "/api/config"
      })
  void serverEndpointsAreAlwaysAnswered(String path) throws Exception {
    refusalOf(QUERY);
    for (int i = 0; i < 5; i++) {
      assertThat(get(path).statusCode()).isEqualTo(200);
    }
  }

  /// Sends requests until the rate is used up. That takes two, and a few more on a slow machine.
  private HttpResponse<String> refusalOf(String path) throws Exception {
    HttpResponse<String> answer = get(path);
    for (int i = 0; i < 1000 && answer.statusCode() != 429; i++) {
      answer = get(path);
    }
    return answer;
  }

  private HttpResponse<String> get(String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path));
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
