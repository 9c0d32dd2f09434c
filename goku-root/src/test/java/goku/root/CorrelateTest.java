package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.BlockRule;
import goku.model.HistogramMetric;
import goku.model.MetricPrefix;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of `/api/goku/correlate` with two nodes, each of which has half of the shards. The errors
/// of an application jump for ten minutes; the needle is their sum over two hosts.
class CorrelateTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");
  private static final Instant START = NOW.minus(Duration.ofHours(1));
  private static final int MINUTES = 60;
  private static final Offset<Double> EPSILON = Offset.offset(1e-12);
  private static final String[] SEARCH = {
    "start", "1h-ago", "interval", "1m", "needle", "sum:app.errors"
  };

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--correlate.max-series=40"),
          NOW,
          RootFixture.namespace("ns1", new Sharding(2, 2)),
          RootFixture.namespace(
              "ns2", new Sharding(1, 3), new MetricPrefix("db.", START.minus(Duration.ofDays(1)))));

  @BeforeEach
  void fill() {
    var random = new Random(7);
    double total = 0;
    for (int minute = 0; minute < MINUTES; minute++) {
      double errors = isJump(minute) ? 50 : random.nextInt(3);
      put("app.errors", "a", minute, errors);
      put("app.errors", "b", minute, 2 * errors);
      put("app.memory", "a", minute, 1e9 - 1e8 * errors);
      put("db.latency", "d", minute - 1, 1000 + 3 * errors);
      put("noise", "n", minute, random.nextGaussian());
      put("constant", "c", minute, 5);
      total += 60 * errors + random.nextInt(60);
      put("db.writes", "d", minute, total);
      if (minute >= 30) {
        put("new", "x", minute, random.nextGaussian());
      } else {
        put("old", "x", minute, random.nextGaussian());
      }
    }
  }

  private static boolean isJump(int minute) {
    return minute >= 40 && minute < 50;
  }

  private void put(String metric, String host, int minute, double value) {
    root.put(
        SeriesName.of(metric, Map.of("host", host)),
        START.plus(Duration.ofMinutes(minute)).toEpochMilli(),
        value);
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void seriesThatMoveWithTheNeedleAreFoundInAllNamespaces() throws Exception {
    JsonNode answer = search("needle", "avg:app.errors{host=a}", "lags", "3", "top", "6");
    assertThat(metrics(answer)).contains("app.errors", "app.memory", "db.latency", "db.writes");
    JsonNode errors = group(answer, "app.errors").path("series");
    assertThat(errors).as("the hosts are one group").hasSize(2);
    assertThat(series(answer, "app.memory").path("coefficient").asDouble()).isCloseTo(-1, EPSILON);
    assertThat(series(answer, "db.latency").path("lag").asInt()).isEqualTo(-1);
    assertThat(series(answer, "db.latency").path("common").asInt()).isEqualTo(MINUTES - 1);
    JsonNode writes = series(answer, "db.writes");
    assertThat(writes.path("rate").asBoolean()).as("a counter").isTrue();
    assertThat(writes.path("values")).hasSize(answer.path("times").size());
    assertThat(writes.at("/values/0").isNull()).as("no rate before the second value").isTrue();
    assertThat(series(answer, "app.memory").path("rate").asBoolean()).isFalse();
  }

  @Test
  void theTimeBeforeTellsWhatAlwaysMovesWithTheNeedle() throws Exception {
    var random = new Random(8);
    for (int minute = -MINUTES; minute < 0; minute++) {
      double errors = random.nextInt(3);
      put("app.errors", "a", minute, errors);
      put("app.errors", "b", minute, 2 * errors);
      put("app.memory", "a", minute, 1e9 - 1e8 * random.nextInt(3));
    }
    JsonNode answer = search("needle", "avg:app.errors{host=a}", "top", "6");
    JsonNode always = group(answer, "app.errors").at("/series/1");
    assertThat(always.path("before").asDouble()).isCloseTo(1, EPSILON);
    assertThat(always.at("/onset/direction").asText()).isEqualTo("up");
    JsonNode onlyNow = series(answer, "app.memory");
    assertThat(Math.abs(onlyNow.path("before").asDouble())).isBetween(1e-9, 0.5);
    assertThat(onlyNow.at("/onset/direction").asText()).isEqualTo("down");
    assertThat(onlyNow.at("/onset/time").asLong())
        .isEqualTo(START.plus(Duration.ofMinutes(40)).toEpochMilli());
    JsonNode unknown = series(answer, "db.latency");
    assertThat(unknown.path("before").isNull()).isTrue();
    assertThat(unknown.path("onset").isNull()).isTrue();
  }

  @Test
  void aNeedleWithoutAPastHasNoCoefficientBefore() throws Exception {
    var random = new Random(8);
    for (int minute = -MINUTES; minute < 0; minute++) {
      put("app.memory", "a", minute, 1e9 - 1e8 * random.nextInt(3));
    }
    JsonNode memory = series(search(SEARCH), "app.memory");
    assertThat(memory.path("before").isNull()).isTrue();
    assertThat(memory.at("/onset/direction").asText()).isEqualTo("down");
  }

  @Test
  void theNeedleIsAnAggregate() throws Exception {
    JsonNode answer = search(SEARCH);
    assertThat(answer.at("/needle/metric").asText()).isEqualTo("app.errors");
    assertThat(answer.at("/needle/tags")).isEmpty();
    assertThat(answer.path("times")).hasSize(MINUTES + 1);
    assertThat(answer.at("/times/0").asLong()).isEqualTo(START.toEpochMilli());
    assertThat(answer.at("/needle/values/45").asDouble()).isEqualTo(150);
    assertThat(answer.at("/needle/values/60").isNull()).as("the slot of now").isTrue();
  }

  @Test
  void seriesThatBeginOrEndOrStandStillAreListed() throws Exception {
    JsonNode answer = search(SEARCH);
    assertThat(answer.path("constant").asInt()).isEqualTo(1);
    assertThat(answer.path("compared").asInt()).isEqualTo(8);
    assertThat(answer.at("/appeared/count").asInt()).isEqualTo(1);
    assertThat(answer.at("/appeared/series/0/metric").asText()).isEqualTo("new");
    assertThat(answer.at("/appeared/series/0/tags/host").asText()).isEqualTo("x");
    assertThat(answer.at("/appeared/series/0/time").asLong())
        .isEqualTo(START.plus(Duration.ofMinutes(30)).toEpochMilli());
    assertThat(answer.at("/vanished/series/0/metric").asText()).isEqualTo("old");
    assertThat(answer.at("/vanished/series/0/time").asLong())
        .isEqualTo(START.plus(Duration.ofMinutes(29)).toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource({
    "*, 8",
    "app.*, 3",
    "app.errors, 2",
    "app, 0",
    "*{host=d}, 2",
    "app.*{host=wildcard(b*)}, 1",
    "explicit_tags:*{host=*}, 8"
  })
  void theHaystackIsLimitedByMetricsAndTags(String haystack, int compared) throws Exception {
    JsonNode answer = search(with(SEARCH, "haystack", haystack));
    assertThat(answer.path("compared").asInt()).isEqualTo(compared);
  }

  @Test
  void theHaystackIsLimitedToANamespace() throws Exception {
    assertThat(metrics(search(with(SEARCH, "namespace", "ns2"))))
        .containsExactlyInAnyOrder("db.latency", "db.writes");
    assertRefused("'namespace': 'ns3'", with(SEARCH, "namespace", "ns3"));
  }

  @Test
  void blockedMetricsAndHistogramsAreNotCompared() throws Exception {
    root.block(new BlockRule("app.mem", true));
    SeriesName marked = SeriesName.of(HistogramMetric.of("app.size"), Map.of("host", "a"));
    for (int minute = 0; minute < MINUTES; minute++) {
      root.put(marked, START.plus(Duration.ofMinutes(minute)).toEpochMilli(), minute);
    }
    JsonNode answer = search(SEARCH);
    assertThat(metrics(answer))
        .doesNotContain("app.memory")
        .allMatch(name -> !name.contains("size"));
    assertThat(answer.path("compared").asInt()).isEqualTo(7);
  }

  @Test
  void aPostHasTheSameMembers() throws Exception {
    String body =
        "{\"start\":\"1h-ago\",\"needle\":\"sum:app.errors\",\"interval\":\"1m\",\"top\":1,"
            + "\"score\":\"spearman\",\"haystack\":\"app.*\"}";
    Reply reply = root.post("/api/goku/correlate", body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    JsonNode answer = MAPPER.readTree(reply.body());
    assertThat(answer.path("groups")).hasSize(1);
    assertThat(answer.path("compared").asInt()).isEqualTo(3);
  }

  @Test
  void anIntervalIsChosen() throws Exception {
    JsonNode answer = search("start", "1h-ago", "needle", "max:10m-max:app.errors");
    assertThat(answer.at("/times/1").asLong() - answer.at("/times/0").asLong()).isEqualTo(30_000);
    answer = search("start", "1h-ago", "needle", "max:10m-max:app.errors", "interval", "5m");
    assertThat(answer.at("/needle/values/8").asDouble())
        .as("the function of the needle, the interval of the search")
        .isEqualTo(100);
  }

  @Test
  void missingShardsAreNamed() throws Exception {
    root.lose(new ShardId("ns2", 1));
    Reply reply = root.get("/api/goku/correlate", SEARCH);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers().get("X-Goku-Partial")).contains("missing ns2/1");
    assertThat(root.get("/api/goku/correlate", with(SEARCH, "fail_on_partial", "")).status())
        .isEqualTo(503);
    String body = "{\"start\":\"1h-ago\",\"needle\":\"sum:app.errors\",\"fail_on_partial\":%s}";
    assertThat(root.post("/api/goku/correlate", body.formatted("true")).status()).isEqualTo(503);
    assertThat(root.post("/api/goku/correlate", body.formatted("false")).status()).isEqualTo(200);
  }

  @Test
  void aNeedleThatMayLackDatapointsMarksTheAnswer() throws Exception {
    root.lag(Duration.ofMinutes(2));
    Reply reply = root.get("/api/goku/correlate", SEARCH);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers().get("X-Goku-Partial")).contains("lag=120000");
  }

  @Test
  void invalidParametersAreNamed() throws Exception {
    assertRefused("'needle'", "start", "1h-ago");
    assertRefused("'start'", "needle", "sum:app.errors");
    assertRefused("needle=x", "start", "1h-ago", "needle", "x");
    assertRefused("No such aggregation function", with(SEARCH, "needle", "foo:app.errors"));
    assertRefused("gives 2 results", with(SEARCH, "needle", "sum:app.errors{host=*}"));
    assertRefused("has no datapoints", with(SEARCH, "needle", "sum:none"));
    assertRefused("constant series", with(SEARCH, "needle", "sum:constant"));
    assertRefused("'interval'", with(SEARCH, "interval", "x"));
    assertRefused("more than 1440 slots", with(SEARCH, "interval", "1s"));
    assertRefused("at least 8", with(SEARCH, "interval", "20m"));
    assertRefused("'lags'", with(SEARCH, "lags", "-1"));
    assertRefused("'lags'", with(SEARCH, "lags", "61"));
    assertRefused("lags=54", with(SEARCH, "lags", "54"));
    assertRefused("'top'", with(SEARCH, "top", "1001"));
    assertRefused("'score'", with(SEARCH, "score", "kendall"));
    assertRefused("histogram", with(SEARCH, "needle", "sum:percentiles[99]:app.errors"));
    assertThat(root.send("DELETE", "/api/goku/correlate").status()).isEqualTo(405);
  }

  @Test
  void aSearchOverTooManySeriesIsRefused() throws Exception {
    for (int i = 0; i < 40; i++) {
      put("many", "h" + i, 0, 1);
    }
    Reply reply = root.get("/api/goku/correlate", SEARCH);
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.body()).contains("correlate.max-series");
    assertThat(root.get("/api/goku/correlate", with(SEARCH, "haystack", "app.*")).status())
        .isEqualTo(200);
  }

  @Test
  void aSearchReadsOneStore() throws Exception {
    try (var tiered =
        new RootFixture(
            RootFixture.DEFAULTS,
            NOW,
            RootFixture.onDisk(
                RootFixture.namespace("ns1", new Sharding(2, 2)), new Sharding(2, 2)))) {
      SeriesName name = SeriesName.of("cpu", Map.of("host", "a"));
      for (int hour = 0; hour < 60; hour++) {
        long time = NOW.minus(Duration.ofHours(hour)).toEpochMilli();
        tiered.put(name, time, hour * hour);
        tiered.putOnDisk(name, time, hour * hour);
      }
      String[] parameters = {"needle", "sum:cpu", "interval", "1h", "start", "20h-ago"};
      assertThat(tiered.get("/api/goku/correlate", parameters).status()).isEqualTo(200);
      String[] older = with(parameters, "start", "50h-ago", "end", "30h-ago");
      assertThat(tiered.get("/api/goku/correlate", older).status()).isEqualTo(200);
      Reply both = tiered.get("/api/goku/correlate", with(parameters, "start", "50h-ago"));
      assertThat(both.status()).isEqualTo(400);
      assertThat(both.body()).contains("cannot search across 2026-02-28T");
    }
  }

  private void assertRefused(String message, String... parameters) throws Exception {
    Reply reply = root.get("/api/goku/correlate", parameters);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains(message);
  }

  private JsonNode search(String... parameters) throws Exception {
    String[] all = List.of(parameters).contains("start") ? parameters : with(SEARCH, parameters);
    Reply reply = root.get("/api/goku/correlate", all);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.headers().get("X-Goku-Partial")).isNull();
    return MAPPER.readTree(reply.body());
  }

  /// Returns the parameters with others in their place.
  private static String[] with(String[] parameters, String... changed) {
    List<String> all = new ArrayList<>(List.of(changed));
    for (int i = 0; i < parameters.length; i += 2) {
      if (!List.of(changed).contains(parameters[i])) {
        all.add(parameters[i]);
        all.add(parameters[i + 1]);
      }
    }
    return all.toArray(String[]::new);
  }

  private static List<String> metrics(JsonNode answer) {
    return StreamSupport.stream(answer.path("groups").spliterator(), false)
        .map(group -> group.path("metric").asText())
        .toList();
  }

  private static JsonNode series(JsonNode answer, String metric) {
    return group(answer, metric).at("/series/0");
  }

  private static JsonNode group(JsonNode answer, String metric) {
    return StreamSupport.stream(answer.path("groups").spliterator(), false)
        .filter(group -> group.path("metric").asText().equals(metric))
        .findAny()
        .orElseThrow();
  }
}
