package goku.integration.grafana;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.HttpWire;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of the requests of Grafana's editor and variables. Unknown names are not yet existing.
@TestInstance(Lifecycle.PER_CLASS)
class GrafanaNamesIT {
  private final GrafanaData data = new GrafanaData(Instant.now());

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GrafanaClient browser;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GrafanaClient go;

  private final List<HttpWire.Reply> healthOfAnEmptyDatabase = new ArrayList<>();

  @BeforeAll
  void startAndLoad(@TempDir Path directory) {
    goku = GokuProcess.start(directory.resolve("data"), "--no-agent");
    browser = GrafanaClient.browser(goku.port());
    go = GrafanaClient.go13(goku.port());
    healthOfAnEmptyDatabase.add(browser.get("/api/suggest?type=metrics&q=cpu&max=1000"));
    healthOfAnEmptyDatabase.add(go.get("/api/suggest?q=cpu&type=metrics"));
    data.load(goku.http());
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @Test
  void anEmptyDatabaseIsHealthy() {
    assertThat(healthOfAnEmptyDatabase)
        .allSatisfy(
            reply -> {
              assertThat(reply.status()).isEqualTo(200);
              assertThat(reply.text()).isEqualTo("[]");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "type=metrics&q=app.c&max=1000, [\"app.counter\";\"app.cpu\"]",
    "type=metrics&q=&max=2, [\"app.counter\";\"app.cpu\"]",
    "type=tagk&q=ho&max=1000, [\"host\"]",
    "type=tagv&q=web0&max=2, [\"web00\";\"web01\"]",
    "type=metrics&q=CPU&max=1000, []",
  })
  void suggestsByPrefix(String question, String names) {
    String expected = names.replace(';', ',');
    assertThat(browser.found("/api/suggest?" + question).toString()).isEqualTo(expected);
    assertThat(go.found("/api/suggest?" + question).toString()).isEqualTo(expected);
  }

  @Test
  void tagNamesOfAMetric() {
    Set<String> keys = new TreeSet<>();
    for (JsonNode result : lookup("app.cpu", 1000)) {
      result.get("tags").fieldNames().forEachRemaining(keys::add);
    }
    assertThat(keys).containsExactly("dc", "env", "host");
  }

  @ParameterizedTest
  @CsvSource({
    "app.cpu{host=*}, web01 web02 web03",
    "'app.cpu{host=*,dc=lon,env}', web01 web02",
    "'app.cpu{host=*,dc=lon,dc=par}', web01 web02 web03",
    "'app.cpu{dc=*,host=web01,host=web03}', web01 web03",
    "'app.cpu{host=*,endpoint}', ''",
    "app.nothing{host=*}, ''"
  })
  void tagValuesOfAMetric(String series, String hosts) {
    assertThat(String.join(" ", hosts(lookup(series, 1000)))).isEqualTo(hosts);
  }

  @Test
  void aLimitOfZeroIsNone() {
    assertThat(lookup("app.many{host=*}", 0)).hasSize(GrafanaData.HOSTS * GrafanaData.ENDPOINTS);
  }

  @Test
  void aLimitCutsRepetitionsBeforeValues() {
    JsonNode results = lookup("app.many{host=*}", GrafanaData.HOSTS);
    assertThat(results).hasSize(GrafanaData.HOSTS);
    assertThat(hosts(results))
        .containsExactlyElementsOf(
            IntStream.range(0, GrafanaData.HOSTS).mapToObj("web%02d"::formatted).toList());
  }

  @Test
  void theEditorOffersWhatWeCanDo() {
    JsonNode aggregators = browser.found("/api/aggregators");
    assertThat(aggregators.toString()).contains("\"avg\"", "\"zimsum\"", "\"p99\"", "\"none\"");
    Set<String> filters = new TreeSet<>();
    browser.found("/api/config/filters").fieldNames().forEachRemaining(filters::add);
    assertThat(filters)
        .contains(
            "literal_or",
            "iliteral_or",
            "not_literal_or",
            "not_iliteral_or",
            "wildcard",
            "iwildcard",
            "regexp");
  }

  @Test
  void aMetricThatIsNotThereYetDoesNotFailItsNeighbours() {
    JsonNode answer =
        browser.series(
            "/api/query",
            """
            {"start": %d000, "msResolution": false, "globalAnnotations": true, "showQuery": true,
             "queries": [
              {"metric": "app.nothing", "aggregator": "sum"},
              {"metric": "app.cpu", "aggregator": "sum"},
              {"metric": "app.cpu", "aggregator": "sum", "tags": {"host": "web99"}},
              {"metric": "app.gaps", "aggregator": "sum"}]}
            """
                .formatted(data.start()));
    assertThat(answer.findValuesAsText("index")).containsExactly("1", "3");
  }

  private JsonNode lookup(String series, int limit) {
    String m = URLEncoder.encode(series, UTF_8);
    JsonNode answer = browser.found("/api/search/lookup?m=" + m + "&limit=" + limit);
    assertThat(answer.get("type").asText()).isEqualTo("LOOKUP");
    assertThat(go.found("/api/search/lookup?m=" + m + "&limit=" + limit).get("results"))
        .isEqualTo(answer.get("results"));
    assertThat(answer.get("results").isArray()).isTrue();
    return answer.get("results");
  }

  private static Set<String> hosts(JsonNode results) {
    Set<String> hosts = new TreeSet<>();
    results.forEach(result -> hosts.add(result.at("/tags/host").asText()));
    return hosts;
  }
}
