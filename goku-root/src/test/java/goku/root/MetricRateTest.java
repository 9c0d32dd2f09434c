package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpConfig;
import goku.http.server.HttpServer;
import goku.model.SeriesName;
import goku.model.Sharding;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricRateTest {
  private static final long START = 1_800_000_000;

  @ParameterizedTest
  @ValueSource(
      strings = {"/api/query?start=1800000000&m=sum:", "/api/query/last?back_scan=1&timeseries="})
  void aMetricOverItsRateIsRejectedAndOthersAreAnswered(String path) throws Exception {
    try (var root =
            new RootFixture(
                RootFixture.config("--rate-limit-per-metric=1", "--rate-limit-burst=1s"),
                Instant.ofEpochSecond(START + 600),
                RootFixture.namespace("ns1", new Sharding(1, 2)));
        var server =
            new HttpServer(
                HttpConfig.standard("127.0.0.1", 0), root.routes(), null, root.meters());
        var client = HttpClient.newHttpClient()) {
      for (String metric : new String[] {"cpu", "memory"}) {
        root.put(SeriesName.of(metric, Map.of("host", "a")), START * 1000, 1);
      }
      server.start();
      HttpResponse<String> answer = get(client, server, path + "cpu{host=a}");
      // two requests use up the rate; a slow machine needs a few more
      for (int i = 0; i < 1000 && answer.statusCode() == 200; i++) {
        answer = get(client, server, path + "cpu{host=a}");
      }
      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(answer.body()).contains("metric cpu", "1 queries", "rate-limit-per-metric");
      assertThat(get(client, server, path + "memory{host=a}").statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<String> get(HttpClient client, HttpServer server, String path)
      throws Exception {
    String encoded = path.replace("{host=a}", URLEncoder.encode("{host=a}", UTF_8));
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), encoded));
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
