package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.MetricPrefix;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.Tag;
import goku.root.opentsdb.wire.Tsuid;
import goku.testkit.shard.TypedValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of `/api/query/last` beyond the recorded cases.
class LastDatapointsTest {
  /// The start of an hour.
  private static final long HOUR = 1_800_000_000;

  private static final Instant NOW = Instant.ofEpochSecond(HOUR + 60);

  private final RootFixture root = root(RootFixture.DEFAULTS);

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void withoutABackScanASeriesThatIsStillWrittenIsFoundByAnyOfItsTags() throws Exception {
    put("cpu", Map.of("host", "a", "az", "z"), HOUR + 30, 1);
    put("cpu", Map.of("host", "a", "az", "y"), HOUR - 5, 2);
    put("cpu", Map.of("host", "a", "az", "old"), HOUR - 3601, 3);
    put("cpu", Map.of("host", "b", "az", "z"), HOUR, 4);
    assertThat(last("timeseries", "cpu{host=a}", "resolve", ""))
        .isEqualTo(
            ("[{'metric':'cpu','timestamp':%d000,'value':'2','tags':{'az':'y','host':'a'},"
                    + "'tsuid':'%s'},"
                    + "{'metric':'cpu','timestamp':%d000,'value':'1','tags':{'az':'z','host':'a'},"
                    + "'tsuid':'%s'}]")
                .formatted(
                    HOUR - 5,
                    Tsuid.of("cpu", List.of(new Tag("az", "y"), new Tag("host", "a"))),
                    HOUR + 30,
                    Tsuid.of("cpu", List.of(new Tag("az", "z"), new Tag("host", "a"))))
                .replace('\'', '"'));
    assertThat(values("timeseries", "cpu")).hasSize(3);
  }

  @Test
  void anAnswerIsMarkedWhileDatapointsAreRecovered() throws Exception {
    put("cpu", Map.of("host", "a"), HOUR + 30, 1);
    for (int shard = 0; shard < 6; shard++) {
      root.shards()
          .get(new ShardId("ns1", shard))
          .setHoles(Holes.before(HOUR * 1000, HoleCause.RECOVERY));
    }
    assertThat(root.get("/api/query/last", "timeseries", "cpu").headers())
        .containsEntry("X-Goku-Partial", "complete-from=%d000".formatted(HOUR));
    assertThat(root.get("/api/query/last", "timeseries", "cpu", "fail_on_partial", "").status())
        .isEqualTo(503);
  }

  @Test
  void aWildcardMatchesAnyValueAndABackScanAnySeriesWithTheTags() throws Exception {
    put("cpu", Map.of("host", "a", "az", "x"), HOUR - 3 * 3600, 1);
    put("cpu", Map.of("host", "a", "az", "y"), HOUR + 1, 2);
    put("cpu", Map.of("host", "b", "az", "z"), HOUR + 2, 3);
    put("cpu", Map.of("host", "c"), HOUR + 3, 4);
    assertThat(values("timeseries", "cpu{host=a,az=*}")).containsExactly("2");
    assertThat(values("timeseries", "cpu{az=*}")).containsExactly("2", "3");
    assertThat(values("timeseries", "cpu{host=A*}", "back_scan", "24")).containsExactly("1", "2");
    assertThat(values("timeseries", "cpu{host=a}", "back_scan", "24")).containsExactly("1", "2");
    assertThat(values("timeseries", "cpu", "back_scan", "24")).containsExactly("1", "2", "3", "4");
    String body = "{'queries':[{'metric':'cpu','tags':{'az':'*'}}],'backScan':24}";
    assertThat(root.post("/api/query/last", body.replace('\'', '"')).body())
        .contains("\"1\"", "\"2\"", "\"3\"")
        .doesNotContain("\"4\"");
    String tag = body.replace("'az':'*'", "'host':'a'").replace('\'', '"');
    assertThat(root.post("/api/query/last", tag).body())
        .contains("\"1\"", "\"2\"")
        .doesNotContain("\"3\"", "\"4\"");
  }

  @Test
  void aStrictBackScanReachesAsManyHoursBackAndWantsAllTags() throws Exception {
    try (var strict = root(RootFixture.config("--strict"))) {
      strict.put(SeriesName.of("cpu", Map.of("host", "a")), (HOUR - 3 * 3600) * 1000, 1);
      strict.put(SeriesName.of("cpu", Map.of()), (HOUR - 7200) * 1000, 5);
      String[] exact = {"timeseries", "cpu{host=a}", "back_scan", "3"};
      assertThat(strict.get("/api/query/last", exact).body()).contains("\"value\":\"1\"");
      String[] none = {"timeseries", "cpu", "back_scan", "3"};
      assertThat(strict.get("/api/query/last", none).body())
          .contains("\"value\":\"5\"")
          .doesNotContain("\"1\"");
      assertThat(strict.get("/api/query/last", "timeseries", "cpu{host=*}").body())
          .contains("No such name for 'tagv': '*'");
    }
  }

  @Test
  void aBackScanReachesAsManyHoursBack() throws Exception {
    put("cpu", Map.of("host", "a"), HOUR - 3 * 3600, 1);
    assertThat(values("timeseries", "cpu{host=a}", "back_scan", "2")).isEmpty();
    assertThat(values("timeseries", "cpu{host=a}", "back_scan", "3")).containsExactly("1");
    assertThat(values("timeseries", "cpu{host=a}", "back_scan", "2147483647")).containsExactly("1");
  }

  @Test
  void aSeriesRequestedTwiceIsAnsweredOnce() throws Exception {
    put("cpu", Map.of("host", "a"), HOUR, -0.25);
    String tsuid = Tsuid.of("cpu", List.of(new Tag("host", "a")));
    assertThat(
            values("timeseries", "cpu", "timeseries", "cpu{host=a}", "tsuids", tsuid + "," + tsuid))
        .containsExactly("-0.25");
  }

  @Test
  void integersHaveNoFraction() throws Exception {
    put("a", Map.of("host", "a"), HOUR, 9_007_199_254_740_992.0);
    put("a", Map.of("host", "b"), HOUR, 1e300);
    put("a", Map.of("host", "c"), HOUR, -0.0);
    put("a", Map.of("host", "d"), HOUR, 1e-7);
    assertThat(values("timeseries", "a"))
        .containsExactly("9007199254740992", "1.0E300", "0", "1.0E-7");
  }

  @Test
  void integersAreExactAndDoublesHaveAFraction() throws Exception {
    String[] written = {"9007199254740993", "-9223372036854775808", "20", "20.0", "1e3"};
    for (int i = 0; i < written.length; i++) {
      var name = SeriesName.of("typed", Map.of("host", "h" + i));
      root.put(name, HOUR * 1000, TypedValue.parsed(written[i]));
    }
    assertThat(values("timeseries", "typed"))
        .containsExactly("9007199254740993", "-9223372036854775808", "20", "20.0", "1000.0");
  }

  @Test
  void aMetricThatMovedHasTheDatapointOfItsNewNamespace() throws Exception {
    var moved = new MetricPrefix("cpu", Instant.ofEpochSecond(HOUR));
    try (var both =
        new RootFixture(
            RootFixture.DEFAULTS,
            NOW,
            RootFixture.namespace("ns1", new Sharding(1, 4)),
            RootFixture.namespace("ns2", new Sharding(2, 2), moved))) {
      both.put(SeriesName.of("cpu", Map.of("host", "a")), (HOUR - 10) * 1000, 1);
      both.put(SeriesName.of("cpu", Map.of("host", "a")), (HOUR + 10) * 1000, 2);
      for (String backScan : List.of("0", "5")) {
        assertThat(
                both.get("/api/query/last", "timeseries", "cpu{host=a}", "back_scan", backScan)
                    .body())
            .contains("\"value\":\"2\"")
            .doesNotContain("\"1\"");
      }
    }
  }

  @Test
  void aBodyMayMixNamesAndIdentifiersAndHoldNoTags() throws Exception {
    put("cpu", Map.of("host", "a"), HOUR, 1);
    put("mem", Map.of("host", "a"), HOUR, 2);
    put("disk", Map.of("host", "a"), HOUR, 3);
    String body =
        """
        {"resolveNames": true, "queries": [
          {"metric": "cpu", "tags": []}, {"metric": "mem", "tags": {"host": "a"}},
          {"metric": "nope", "tsuids": ["%s"]}]}\
        """
            .formatted(Tsuid.of("disk", List.of(new Tag("host", "a"))));
    assertThat(root.post("/api/query/last", body).body())
        .contains("\"cpu\"", "\"mem\"", "\"disk\"")
        .doesNotContain("nope");
  }

  @Test
  void aQueryForTooManySeriesIsRejected() throws Exception {
    try (var few = root(RootFixture.config("--max-series=9"))) {
      for (int i = 0; i < 10; i++) {
        few.put(SeriesName.of("cpu", Map.of("host", "h" + i)), HOUR * 1000, i);
      }
      Reply reply = few.get("/api/query/last", "timeseries", "cpu");
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.body()).contains("9 series", "max-series");
      assertThat(few.get("/api/query/last", "timeseries", "cpu{host=h1}").status()).isEqualTo(200);
    }
  }

  @Test
  void unknownNamesGiveNothing() throws Exception {
    for (String backScan : List.of("0", "5")) {
      assertThat(last("timeseries", "cpu{host=a}", "back_scan", backScan)).isEqualTo("[]");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "cpu{host=b} 0 'tagv'",
        "cpu{rack=a} 0 'tagk'",
        "cpu{host=b,az=*} 0 'tagv'",
        "mem{host=a} 0 'metrics'",
        "cpu{host=a 0 Missing",
        "cpu{host} 0 invalid",
        "cpu{host=a,host=a} 0 duplicate",
        "{host=a} 0 metric",
        "cpu{host=a} x back_scan=x",
        "cpu{host=a} 2147483648 2147483647"
      })
  void invalidRequestsAreRejectedWithTheReason(String series, String backScan, String reason)
      throws Exception {
    try (var refusing = root(RootFixture.config("--skip-unresolved=false"))) {
      refusing.put(SeriesName.of("cpu", Map.of("host", "a", "az", "z")), HOUR * 1000, 1);
      Reply reply = refusing.get("/api/query/last", "timeseries", series, "back_scan", backScan);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains(reason);
    }
  }

  @Test
  void otherMethodsAreNotAllowed() throws Exception {
    var put = new HttpRequest("PUT", "/api/query/last", Map.of(), Map.of(), new byte[0], "test");
    assertThat(root.answer(put).status()).isEqualTo(405);
  }

  private static RootFixture root(RootConfig config) {
    return new RootFixture(config, NOW, RootFixture.namespace("ns1", new Sharding(2, 3)));
  }

  private void put(String metric, Map<String, String> tags, long seconds, double value) {
    root.put(SeriesName.of(metric, tags), seconds * 1000, value);
  }

  private String last(String... parameters) throws Exception {
    Reply reply = root.get("/api/query/last", parameters);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.body();
  }

  private List<String> values(String... parameters) throws Exception {
    return Pattern.compile("\"value\":\"([^\"]*)\"")
        .matcher(last(parameters))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
