package goku.root;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.testkit.Fuzz;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever is asked, it is answered or refused: no answer is an error of the server.
class RequestFuzzTest {
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00Z");

  private final RootFixture root =
      new RootFixture(RootFixture.DEFAULTS, NOW, RootFixture.namespace("ns1", new Sharding(1, 2)));

  @BeforeEach
  void fill() {
    for (int i = 0; i < 10; i++) {
      root.put(
          SeriesName.of("cpu", Map.of("host", "h" + i % 3, "dc", "d")),
          NOW.toEpochMilli() - i * 60_000L,
          i);
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  private void post(String path, byte[] body) throws Exception {
    check(new HttpRequest("POST", path, Map.of(), Map.of(), body, "test"));
  }

  private void get(String path, Map<String, List<String>> parameters) throws Exception {
    check(new HttpRequest("GET", path, parameters, Map.of(), new byte[0], "test"));
  }

  /// Some of what cannot be read is 500 by intent, as OpenTSDB answers it; what fails otherwise is
  /// thrown.
  private void check(HttpRequest request) throws Exception {
    assertThat(root.answer(request).status()).isBetween(200, 503);
  }

  private static byte[] nested(String bracket) {
    return bracket.repeat(10_000).getBytes(UTF_8);
  }

  @Test
  void bodiesOfQueries() {
    Fuzz.of(
            """
            {"start":"1h-ago","end":1772370000000,"queries":[{"aggregator":"sum","metric":"cpu",
             "rate":true,"rateOptions":{"counter":true,"counterMax":10},"downsample":"1m-avg-nan",
             "filters":[{"type":"literal_or","tagk":"host","filter":"h1|h2","groupBy":true},
                        {"type":"regexp","tagk":"dc","filter":"d.*","groupBy":false}]}],"msResolution":true}
            """,
            "{\"start\":\"1h-ago\",\"page\":10,\"queries\":[{\"aggregator\":\"p99\",\"metric\":\"cpu\"}]}")
        .run(input -> post("/api/query", input));
  }

  @Test
  void uriQueries() {
    Fuzz.of(
            "sum:1m-avg-none:rate{counter,10,1}:cpu{host=*,dc=literal_or(d|e)}{host=wildcard(h*)}",
            "none:explicit_tags:cpu{host=h1|h2}",
            "p99:1h-all-max:cpu{dc=regexp(d.*)}{}")
        .run(
            input ->
                get(
                    "/api/query",
                    Map.of("start", List.of("1h-ago"), "m", List.of(new String(input, UTF_8)))));
  }

  @Test
  void times() {
    Fuzz.of("1h-ago", "2026/03/01-12:00:00", "1772370000", "now", "1772370000.123")
        .run(
            input ->
                get(
                    "/api/query",
                    Map.of("start", List.of(new String(input, UTF_8)), "m", List.of("sum:cpu"))));
  }

  @Test
  void functions() {
    Fuzz.of(
            "scale(sum:1m-avg:cpu{host=*},2)",
            "highestMax(movingAverage(divideSeries(sum:cpu,sum:cpu),'5min'),3)",
            "alias(sumSeries(sum:cpu,sum:cpu{host=h1}),\"x\")")
        .run(
            input ->
                get(
                    "/api/query/gexp",
                    Map.of("start", List.of("1h-ago"), "exp", List.of(new String(input, UTF_8)))));
  }

  @Test
  void expressions() {
    Fuzz.of(
            """
            {"time":{"start":"1h-ago","aggregator":"sum","downsampler":{"interval":"1m","aggregator":"avg"}},
             "filters":[{"id":"f1","tags":[{"type":"wildcard","tagk":"host","filter":"*","groupBy":true}]}],
             "metrics":[{"id":"a","metric":"cpu","filter":"f1","fillPolicy":{"policy":"zero"}}],
             "expressions":[{"id":"e","expr":"(a * 2 + -a) / (a > 3 && !a || 1)","join":{"operator":"union"}}],
             "outputs":[{"id":"e","alias":"x"}]}
            """)
        .run(input -> post("/api/query/exp", input));
  }

  @Test
  void namesAndLastDatapoints() {
    Fuzz.of("cpu{host=h1,dc=*}", "cpu", "*{host=*}", "00000100000200000300")
        .run(
            input -> {
              String text = new String(input, UTF_8);
              get("/api/search/lookup", Map.of("m", List.of(text)));
              get("/api/query/last", Map.of("timeseries", List.of(text)));
              get("/api/query/last", Map.of("tsuids", List.of(text)));
              get("/api/suggest", Map.of("type", List.of("metrics"), "q", List.of(text)));
              get("/api/query", Map.of("cursor", List.of(text)));
            });
  }

  @Test
  void whatIsNestedDeeplyIsRefused() throws Exception {
    for (String path : List.of("/api/query", "/api/query/exp", "/api/query/last")) {
      post(path, nested("["));
      post(path, nested("{\"queries\":"));
    }
    for (String bracket : List.of("scale(", "(", "sum:")) {
      get(
          "/api/query/gexp",
          Map.of("start", List.of("1h-ago"), "exp", List.of(bracket.repeat(10_000))));
    }
    for (String text : List.of("(", "-", "!", "a+(")) {
      post(
          "/api/query/exp",
          """
          {"time":{"start":"1h-ago","aggregator":"sum"},"metrics":[{"id":"a","metric":"cpu"}],
           "expressions":[{"id":"e","expr":"%s"}]}
          """
              .formatted(text.repeat(10_000))
              .getBytes(UTF_8));
    }
    get(
        "/api/query",
        Map.of("start", List.of("1h-ago"), "m", List.of("sum:cpu" + "{".repeat(9_999))));
    String regexp = "sum:cpu{host=regexp(" + "(".repeat(9_999) + ")}";
    get("/api/query", Map.of("start", List.of("1h-ago"), "m", List.of(regexp)));
  }
}
