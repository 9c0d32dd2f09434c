package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that every endpoint finds names with any characters by the same names.
class NamesTest {
  private static final long NOW = 1_700_000_000;

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--allow-delete"),
          Instant.ofEpochSecond(NOW + 60),
          RootFixture.namespace("ns1", new Sharding(1, 4)));

  @AfterEach
  void close() {
    root.close();
  }

  private void put(String metric, String key, String value, double datapoint) {
    root.put(SeriesName.of(metric, Map.of(key, value)), NOW * 1000, datapoint);
  }

  private Reply query(String m) throws Exception {
    return root.get("/api/query", "start", "1h-ago", "m", m);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster:cpu",
        "job:http_requests:rate5m",
        "std::vector",
        "disk.C:\\_",
        "5xx:errors",
        "rate5m:cpu",
        "instance:cpu{h=x}"
      })
  void aMetricWithColonsIsFoundAndNoOther(String m) throws Exception {
    put("cpu", "h", "x", 1);
    put("rate5m", "h", "x", 1);
    put("errors", "h", "x", 1);
    assertThat(query("none:" + m).body()).doesNotContain("\"dps\"");
    String metric = m.replace("{h=x}", "");
    put(metric, "h", "x", 42);
    assertThat(query("none:" + m).body())
        .contains("\"metric\":\"" + metric.replace("\\", "\\\\") + "\"", ":42}");
    assertThat(query("sum:1m-avg:explicit_tags:" + metric + "{h=x}").body()).contains(":42.0}");
    assertThat(
            root.get("/api/query/gexp", "start", "1h-ago", "exp", "scale(sum:" + m + ",2)").body())
        .contains(":84}");
  }

  @Test
  void everyOtherEndpointFindsAMetricWithColonsToo() throws Exception {
    root.begin();
    put("cpu", "h", "x", 1);
    put("cluster:cpu", "h", "x", 42);
    String series = "cluster:cpu{h=x}";
    assertThat(root.get("/api/query/last", "timeseries", series, "resolve", "").body())
        .contains("\"metric\":\"cluster:cpu\"", "\"value\":\"42\"")
        .doesNotContain("\"cpu\"");
    assertThat(root.get("/api/search/lookup", "m", series).body())
        .contains("\"metric\":\"cluster:cpu\",\"tags\":{\"h\":\"x\"}", "\"totalResults\":1");
    assertThat(root.get("/q", "start", "1h-ago", "m", "sum:cluster:cpu", "ascii", "").body())
        .isEqualTo("cluster:cpu %d 42 h=x\n".formatted(NOW));
    assertThat(root.send("POST", "/api/uid/tsmeta", "m", series, "notes", "n").body())
        .contains("\"name\":\"cluster:cpu\"", "\"notes\":\"n\"");
    assertThat(root.get("/api/uid/tsmeta", "m", series).body())
        .contains("\"name\":\"cluster:cpu\"", "\"notes\":\"n\"")
        .doesNotContain("\"cpu\"");
  }

  @Test
  void aDeleteOfAMetricWithColonsDeletesNoOther() throws Exception {
    put("cpu", "h", "x", 1);
    put("cluster:cpu", "h", "x", 42);
    Reply deleted =
        root.send("DELETE", "/api/query", "start", "1h-ago", "m", "sum:cluster:cpu{h=x}");
    assertThat(deleted.body()).contains("\"metric\":\"cluster:cpu\"", ":42}");
    assertThat(query("none:cluster:cpu").body()).isEqualTo("[]");
    assertThat(query("none:cpu").body()).contains(":1}");
  }

  @Test
  void anOptionBeforeAMetricWithColonsIsAnOption() throws Exception {
    put("rate:cpu", "h", "x", 1);
    put("cpu", "h", "x", 2);
    assertThat(query("none:rate:cpu").body()).as("one datapoint has no rate").isEqualTo("[]");
    assertThat(query("none:\"rate:cpu\"").body()).contains("\"metric\":\"rate:cpu\"", ":1}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "G1 Eden Space; G1 Eden Space",
        "G1 Eden Space; \"G1 Eden Space\"",
        "/api/{id}; /api/{id}",
        "/{a}{b}; \"/{a}{b}\"",
        "a,b; \"a,b\"",
        "a|b; a|b",
        "a|b; \"a|b\"",
        "a|b; literal_or(\"a|b\")",
        "a b|c; regexp(^a b.c$)",
        "a b c; wildcard(a b*)",
        "System.gc(); System.gc()",
        "rate(5m); \"rate(5m)\"",
        "a*; \"a*\"",
        "say \"hi\"; say \"hi\"",
        "\"x\"; \"\\\"x\\\"\"",
        "q=1; q=1",
      })
  void aTagValueIsFoundInAQuery(String value, String filter) throws Exception {
    put("the jvm", "the id", value, 42);
    put("the jvm", "the id", "other", 1);
    for (String m : List.of("none:the jvm{the id=%s}", "none:\"the jvm\"{}{\"the id\"=%s}")) {
      assertThat(query(m.formatted(filter)).body())
          .as(m)
          .contains("\"metric\":\"the jvm\"", json(value), ":42}")
          .doesNotContain("other");
    }
  }

  private static String json(String value) {
    return "\"the id\":\"%s\"".formatted(value.replace("\\", "\\\\").replace("\"", "\\\""));
  }

  @Test
  void everyOtherEndpointFindsTheNameToo() throws Exception {
    put("the jvm:x", "the id", "G1, {Eden}", 42);
    put("the jvm:x", "the id", "other", 1);
    String series = "\"the jvm:x\"{\"the id\"=\"G1, {Eden}\"}";
    String found = "\"tags\":{\"the id\":\"G1, {Eden}\"}";
    List<Reply> replies = new ArrayList<>();
    replies.add(root.get("/api/search/lookup", "m", series));
    replies.add(root.get("/api/query/last", "timeseries", series, "resolve", ""));
    replies.add(
        root.get(
            "/api/query/gexp", "start", "1h-ago", "exp", "scale( sum: %s , 2 )".formatted(series)));
    replies.add(
        root.post(
            "/api/query",
            """
            {"start":"1h-ago","queries":[{"aggregator":"sum","metric":"the jvm:x","filters":[
             {"type":"literal_or","tagk":"the id","filter":"G1, {Eden}","groupBy":true}]}]}
            """));
    replies.add(
        root.post(
            "/api/search/lookup",
            """
            {"metric":"the jvm:x","tags":[{"key":"the id","value":"G1, {Eden}"}]}
            """));
    replies.add(
        root.post(
            "/api/query/last",
            """
            {"queries":[{"metric":"the jvm:x","tags":{"the id":"G1, {Eden}"}}],"resolveNames":true}
            """));
    for (Reply reply : replies) {
      assertThat(reply.body()).contains(found).doesNotContain("other");
    }
    assertThat(
            root.post(
                    "/api/query/exp",
                    """
                    {"time":{"start":"1h-ago","aggregator":"sum"},
                     "filters":[{"id":"f","tags":[{"type":"literal_or","tagk":"the id",
                                                   "filter":"G1, {Eden}","groupBy":true}]}],
                     "metrics":[{"id":"a","metric":"the jvm:x","filter":"f"}],
                     "expressions":[{"id":"e","expr":"a * 2"}]}
                    """)
                .body())
        .contains("84.0", "G1, {Eden}");
    assertThat(root.get("/api/suggest", "type", "metrics", "q", "the j").body())
        .isEqualTo("[\"the jvm:x\"]");
    assertThat(root.get("/api/suggest", "type", "tagk", "q", "the ").body())
        .isEqualTo("[\"the id\"]");
    assertThat(root.get("/api/suggest", "type", "tagv", "q", "G1, ").body())
        .isEqualTo("[\"G1, {Eden}\"]");
    assertThat(root.get("/api/uid/assign", "metric", "the jvm:x").body())
        .contains("Name already exists");
  }

  @Test
  void strictTakesTheLastPartForTheMetric() throws Exception {
    try (var strict =
        new RootFixture(
            RootFixture.config("--strict=true"),
            Instant.ofEpochSecond(NOW + 60),
            RootFixture.namespace("ns1", new Sharding(1, 4)))) {
      strict.put(SeriesName.of("cpu", Map.of("h", "x")), NOW * 1000, 1);
      assertThat(strict.get("/api/query", "start", "1h-ago", "m", "none:cluster:cpu").body())
          .contains("\"metric\":\"cpu\"");
    }
  }
}
