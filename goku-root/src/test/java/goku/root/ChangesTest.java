package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.BlockRule;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of `/api/goku/changes` with two nodes, each of which has half of the shards. An hour is
/// usual, then a release changes some series for a quarter of an hour.
class ChangesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");
  private static final int BASELINE = 60;
  private static final int WINDOW = 15;
  private static final Instant START = NOW.minus(Duration.ofMinutes(BASELINE + WINDOW));

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--correlate.max-series=40"),
          NOW,
          RootFixture.namespace("ns1", new Sharding(4, 4)));

  @BeforeEach
  void fill() {
    var random = new Random(7);
    double total = 0;
    for (int minute = 0; minute < BASELINE + WINDOW; minute++) {
      boolean isNew = minute >= BASELINE;
      put("memory", "a", minute, (isNew ? 4e9 : 9e9) + 1e8 * random.nextGaussian());
      put("errors", "a", minute, (isNew ? 50 : 0) + random.nextInt(5));
      put("errors", "b", minute, random.nextInt(5));
      put("noise", "n", minute, random.nextGaussian());
      put("constant", "c", minute, 5);
      total += (isNew ? 600 : 60) + random.nextInt(9);
      put("requests", "a", minute, total);
      put(isNew ? "new" : "old", "x", minute, random.nextGaussian());
    }
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
  void theSeriesThatChangedAreFirst() throws Exception {
    JsonNode answer = changes("interval", "1m", "top", "3");
    assertThat(answer.at("/groups"))
        .extracting(group -> group.path("metric").asText())
        .containsExactlyInAnyOrder("memory", "errors", "requests");
    JsonNode memory = series(answer, "memory");
    assertThat(memory.path("distance").asDouble()).isEqualTo(1);
    assertThat(memory.path("score").asDouble()).isEqualTo(Math.sqrt(60.0 * 15 / 75));
    assertThat(memory.path("volume").asDouble()).isBetween(-0.4, -0.3);
    assertThat(memory.path("rate").asBoolean()).isFalse();
    assertThat(memory.at("/onset/direction").asText()).isEqualTo("down");
    assertThat(memory.at("/onset/time").asLong())
        .isEqualTo(START.plus(Duration.ofMinutes(BASELINE)).toEpochMilli());
    assertThat(memory.path("values")).hasSameSizeAs(answer.path("times"));
    assertThat(series(answer, "errors").at("/tags/host").asText()).isEqualTo("a");
    assertThat(series(answer, "requests").path("rate").asBoolean()).as("a counter").isTrue();
  }

  @Test
  void theWindowBeginsInItsSlot() throws Exception {
    JsonNode answer = changes("interval", "1m");
    Instant window = START.plus(Duration.ofMinutes(BASELINE));
    assertThat(answer.path("window").asLong()).isEqualTo(window.toEpochMilli());
    assertThat(answer.at("/times/0").asLong()).isEqualTo(START.toEpochMilli());
    JsonNode within = changes("interval", "10m", "baseline", "150m");
    assertThat(within.path("window").asLong())
        .isEqualTo(window.minus(Duration.ofMinutes(5)).toEpochMilli());
  }

  @Test
  void theBaselineIsFourWindowsLong() throws Exception {
    JsonNode times = changes().path("times");
    assertThat(times.get(0).asLong()).isEqualTo(START.toEpochMilli());
    assertThat(times.get(1).asLong() - times.get(0).asLong()).isEqualTo(30_000);
    JsonNode shorter = changes("baseline", "20m").path("times");
    assertThat(shorter.get(0).asLong()).isEqualTo(START.plusSeconds(40 * 60).toEpochMilli());
    assertThat(shorter.get(1).asLong() - shorter.get(0).asLong()).isEqualTo(10_000);
  }

  @Test
  void otherSeriesAreCounted() throws Exception {
    JsonNode answer = changes("interval", "1m");
    assertThat(answer.path("compared").asInt()).isEqualTo(5);
    assertThat(answer.path("constant").asInt()).isEqualTo(1);
    assertThat(answer.path("tooShort").asInt()).isEqualTo(2);
    assertThat(answer.at("/appeared/series/0/metric").asText()).isEqualTo("new");
    assertThat(answer.at("/vanished/series/0/metric").asText()).isEqualTo("old");
  }

  @Test
  void theHaystackIsLimited() throws Exception {
    assertThat(changes("interval", "1m", "haystack", "e*{host=b}").path("compared").asInt())
        .isEqualTo(1);
    assertThat(changes("interval", "1m", "namespace", "ns1").path("compared").asInt()).isEqualTo(5);
    assertRefused("'namespace': 'ns3'", "start", "15m-ago", "namespace", "ns3");
    root.block(new BlockRule("errors", false));
    assertThat(changes("interval", "1m").path("compared").asInt()).isEqualTo(3);
  }

  @Test
  void aPostHasTheSameMembers() throws Exception {
    Reply reply =
        root.post(
            "/api/goku/changes", "{\"start\":\"15m-ago\",\"interval\":\"1m\",\"haystack\":\"m*\"}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(series(MAPPER.readTree(reply.body()), "memory").path("distance").asInt()).isOne();
  }

  @Test
  void missingShardsAreNamed() throws Exception {
    root.lose(new ShardId("ns1", 1));
    Reply reply = root.get("/api/goku/changes", "start", "15m-ago");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers().get("X-Goku-Partial")).contains("missing ns1/1");
    assertThat(root.get("/api/goku/changes", "start", "15m-ago", "fail_on_partial", "").status())
        .isEqualTo(503);
  }

  @Test
  void invalidParametersAreNamed() throws Exception {
    assertRefused("'start'", "end", "1m-ago");
    assertRefused("End time", "start", "1m-ago", "end", "2m-ago");
    assertRefused("'baseline'", "start", "15m-ago", "baseline", "x");
    assertRefused("begins before 1970", "start", "15m-ago", "baseline", "100y");
    assertRefused("begins before 1970", "start", "0");
    assertRefused("'interval'", "start", "15m-ago", "interval", "x");
    assertRefused("more than 1440 slots", "start", "15m-ago", "interval", "1s");
    assertRefused("a baseline of slots=0", "start", "15m-ago", "interval", "2h");
    assertRefused("'top'", "start", "15m-ago", "top", "0");
    assertThat(root.send("DELETE", "/api/goku/changes").status()).isEqualTo(405);
  }

  @Test
  void aSearchOverTooManySeriesIsRefused() throws Exception {
    for (int i = 0; i < 40; i++) {
      put("many", "h" + i, 0, 1);
    }
    Reply reply = root.get("/api/goku/changes", "start", "15m-ago");
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.body()).contains("correlate.max-series");
  }

  private void assertRefused(String message, String... parameters) throws Exception {
    Reply reply = root.get("/api/goku/changes", parameters);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains(message);
  }

  private JsonNode changes(String... parameters) throws Exception {
    String[] all = new String[parameters.length + 2];
    all[0] = "start";
    all[1] = "15m-ago";
    System.arraycopy(parameters, 0, all, 2, parameters.length);
    Reply reply = root.get("/api/goku/changes", all);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.headers().get("X-Goku-Partial")).isNull();
    return MAPPER.readTree(reply.body());
  }

  /// Returns the only series of a group.
  private static JsonNode series(JsonNode answer, String metric) {
    for (JsonNode group : answer.path("groups")) {
      if (group.path("metric").asText().equals(metric)) {
        assertThat(group.path("series")).hasSize(1);
        return group.at("/series/0");
      }
    }
    throw new AssertionError("no group of " + metric + " in " + answer);
  }
}
