package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.MetricPrefix;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of `/api/goku/top`, `/api/goku/top/tags` and `/api/goku/unqueried` with two nodes, each of
/// which has half of the shards.
class UsageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");
  private static final Instant MOVED = NOW.minus(Duration.ofHours(1));

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          NOW,
          RootFixture.namespace("ns1", new Sharding(2, 2)),
          RootFixture.namespace("ns2", new Sharding(1, 3), new MetricPrefix("moved.", MOVED)));

  @BeforeEach
  void fill() {
    for (int host = 0; host < 60; host++) {
      put("wide", Map.of("host", "h" + host, "dc", "d" + host % 3), NOW, 1);
    }
    put("busy", Map.of("host", "h1"), NOW, 500);
    put("small", Map.of(), NOW, 1);
    for (int host = 0; host < 10; host++) {
      put("moved.load", Map.of("host", "h" + host), NOW.minus(Duration.ofHours(2)), 2);
      put("moved.load", Map.of("host", "h" + (host + 5)), NOW, 2);
    }
  }

  private void put(String metric, Map<String, String> tags, Instant last, int points) {
    for (int i = 0; i < points; i++) {
      root.put(SeriesName.of(metric, tags), last.toEpochMilli() - i * 1000L, i);
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  private JsonNode get(String path, String... parameters) throws Exception {
    Reply reply = root.get("/api/goku/" + path, parameters);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return MAPPER.readTree(reply.body());
  }

  private static List<String> texts(JsonNode list, String member) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(one -> one.path(member).asText())
        .toList();
  }

  @Test
  void topSumsOverAllShardsOfAllNodes() throws Exception {
    JsonNode top = get("top");
    assertThat(texts(top.path("top"), "metric"))
        .containsExactly("wide", "moved.load", "busy", "small");
    assertThat(top.path("metrics").asInt()).isEqualTo(4);
    assertThat(top.path("cardinality").asInt()).isEqualTo(82);
    assertThat(top.path("datapoints").asInt()).isEqualTo(60 + 40 + 500 + 1);
    JsonNode wide = top.path("top").path(0);
    assertThat(wide.path("cardinality").asInt()).isEqualTo(60);
    assertThat(wide.path("datapoints").asInt()).isEqualTo(60);
    assertThat(wide.path("bytes").asInt()).isEqualTo(960);
    assertThat(wide.path("namespaces").toString()).isEqualTo("[\"ns1\"]");
    assertThat(wide.path("tagKeys").toString())
        .isEqualTo(
            "[{\"key\":\"host\",\"values\":60,\"series\":60},{\"key\":\"dc\",\"values\":3,\"series\":60}]");
    assertThat(top.path("asOfMillis").asLong()).isEqualTo(1000);
  }

  @Test
  void aMovedMetricIsListedOnceWithBothNamespaces() throws Exception {
    JsonNode moved = get("top", "prefix", "moved").path("top").path(0);
    assertThat(moved.path("namespaces").toString()).isEqualTo("[\"ns1\",\"ns2\"]");
    assertThat(moved.path("datapoints").asInt()).isEqualTo(40);
    assertThat(moved.path("tagKeys").path(0).path("values").asInt())
        .as("each value counts once")
        .isEqualTo(15);
  }

  @Test
  void topOrdersByTheMeasureAndLimitsTheCount() throws Exception {
    assertThat(texts(get("top", "by", "datapoints", "n", "2").path("top"), "metric"))
        .containsExactly("busy", "wide");
    assertThat(texts(get("top", "by", "bytes", "n", "1").path("top"), "metric"))
        .containsExactly("busy");
    JsonNode some = get("top", "by", "cardinality", "prefix", "s");
    assertThat(texts(some.path("top"), "metric")).containsExactly("small");
    assertThat(some.path("cardinality").asInt()).isEqualTo(1);
    assertThat(get("top", "prefix", "none").path("top").isEmpty()).isTrue();
  }

  @Test
  void topTagsListsKeysAndValuesOfAMetric() throws Exception {
    JsonNode keys = get("top/tags", "metric", "wide").path("keys");
    assertThat(texts(keys, "key")).containsExactly("host", "dc");
    JsonNode values = get("top/tags", "metric", "wide", "key", "dc");
    assertThat(values.path("values").asInt()).isEqualTo(3);
    assertThat(values.path("top").toString())
        .isEqualTo(
            "[{\"value\":\"d0\",\"series\":20},{\"value\":\"d1\",\"series\":20},{\"value\":\"d2\",\"series\":20}]");
    JsonNode some = get("top/tags", "metric", "wide", "key", "host", "prefix", "h1", "n", "3");
    assertThat(texts(some.path("top"), "value")).containsExactly("h1", "h10", "h11");
    assertThat(some.path("values").asInt()).isEqualTo(11);
    assertThat(get("top/tags", "metric", "none").path("keys").isEmpty()).isTrue();
  }

  @Test
  void queriesButNotSuggestionsCountAsLastQuery() throws Exception {
    assertThat(last("wide").isNull()).isTrue();
    root.get("/api/suggest", "type", "metrics", "q", "wide");
    root.get("/api/search/lookup", "m", "wide");
    assertThat(last("wide").isNull()).isTrue();
    root.get("/api/query", "start", "1h-ago", "m", "sum:wide");
    assertThat(last("wide").asLong()).isEqualTo(NOW.toEpochMilli());
    root.get("/api/query/last", "timeseries", "busy{host=h1}");
    assertThat(last("busy").asLong()).isEqualTo(NOW.toEpochMilli());
    assertThat(last("small").isNull()).isTrue();
  }

  private JsonNode last(String metric) throws Exception {
    return get("top", "prefix", metric).path("top").path(0).path("lastQueriedMillis");
  }

  @Test
  void unqueriedListsWrittenMetricsWithoutQueries() throws Exception {
    root.begin();
    root.get("/api/query", "start", "1h-ago", "m", "sum:wide");
    JsonNode report = get("unqueried", "days", "1");
    assertThat(texts(report.path("unqueried"), "metric"))
        .as("by bytes")
        .containsExactly("busy", "moved.load", "small");
    assertThat(report.path("metrics").asInt()).isEqualTo(3);
    assertThat(report.path("cardinality").asInt()).isEqualTo(22);
    assertThat(report.path("bytes").asInt()).isEqualTo(541 * 16);
    assertThat(report.path("observedSinceMillis").asLong()).isEqualTo(NOW.toEpochMilli());
    assertThat(report.path("observedWhole").asBoolean())
        .as("the log of queries is younger than a day")
        .isFalse();
    assertThat(texts(get("unqueried", "n", "1", "prefix", "m").path("unqueried"), "metric"))
        .containsExactly("moved.load");
  }

  @Test
  void blockedMetricsAreMarkedInTopAndNotListedAsUnqueried() throws Exception {
    root.begin();
    root.shared().blocklist().replace(new Blocklist(Set.of(new BlockRule("bus", true))));
    assertThat(get("top", "prefix", "busy").path("top").path(0).path("blocked").asBoolean())
        .isTrue();
    assertThat(get("top", "prefix", "wide").path("top").path(0).path("blocked").asBoolean())
        .isFalse();
    assertThat(texts(get("unqueried").path("unqueried"), "metric")).doesNotContain("busy");
  }

  @Test
  void unqueriedIsRejectedBeforeEarlierQueriesAreRead() throws Exception {
    Reply reply = root.get("/api/goku/unqueried");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).contains("earlier queries are still being read");
  }

  @Test
  void aMissingShardFailsTheRequest() throws Exception {
    root.lose(new ShardId("ns2", 2));
    Reply reply = root.get("/api/goku/top");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).contains("ns2/2");
  }

  @Test
  void errorsNameTheParameterAndItsLimit() throws Exception {
    assertRefused("top", "must be cardinality, datapoints or bytes", "by", "size");
    assertRefused("top", "'n' parameter: 0; must be a number from 1 to 10000", "n", "0");
    assertRefused("top", "'n' parameter: many", "n", "many");
    assertRefused("top/tags", "Missing parameter 'metric'");
    assertRefused("top/tags", "Missing parameter 'key'", "metric", "wide", "key", "");
    assertRefused(
        "unqueried", "'days' parameter: 3651; must be a number from 1 to 3650", "days", "3651");
    assertThat(root.send("POST", "/api/goku/top").status()).isEqualTo(405);
  }

  private void assertRefused(String path, String message, String... parameters) throws Exception {
    Reply reply = root.get("/api/goku/" + path, parameters);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains(message);
  }
}
