package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.BlockRule;
import goku.model.Disk;
import goku.model.HistogramMetric;
import goku.model.Rollup;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import goku.testkit.namespace.NamespaceBuilder;
import goku.testkit.shard.RollupShard;
import goku.testkit.shard.TypedValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Queries for histograms, beyond the answers that are recorded from OpenTSDB.
class HistogramQueriesTest {
  private static final long HOUR = 3600;
  private static final long START = 1_356_998_400;

  /// The first second of which GokuS has the data: a day before the current time, in whole buckets.
  private static final long MEMORY = START + 16 * HOUR;

  private static final Disk DISK =
      new Disk(
          Duration.ofDays(24),
          List.of(new Rollup(Duration.ofMinutes(15), Duration.ofDays(80))),
          Duration.ofDays(80),
          Optional.of(new Sharding(2, 3)));

  private static final HistogramShape FIXED =
      FixedShape.of(new float[] {0, 1, 2}, new float[] {1, 2, 4});

  private final RootFixture root = root();

  private static RootFixture root(String... flags) {
    String[] all = new String[flags.length + 2];
    all[0] = "--allow-delete";
    all[1] = "--skip-unresolved=false";
    System.arraycopy(flags, 0, all, 2, flags.length);
    return new RootFixture(
        RootFixture.config(all),
        Instant.ofEpochSecond(START + 40 * HOUR),
        NamespaceBuilder.namespace("ns1").sharding(new Sharding(3, 2)).disk(DISK).build());
  }

  @BeforeEach
  void write() {
    for (long time = START; time < START + 40 * HOUR; time += 600) {
      for (String host : List.of("a", "b")) {
        put("latency", host, time, histogram(FIXED, 0, 1, 1, 2, 4));
      }
      put("exp", "a", time, histogram(exponential(0, 0, 2), 3, 1, 5));
      put("exp", "b", time, histogram(exponential(1, 5, 1), 0, 7));
    }
    put("mixed", "a", START, histogram(FIXED, 0, 0, 1, 1, 1));
    put("mixed", "b", START, histogram(exponential(0, 0, 1), 1, 1));
  }

  @AfterEach
  void close() {
    root.close();
  }

  private static HistogramShape exponential(int scale, int first, int ranges) {
    return new ExponentialShape(scale, 1e-6, new Span(first, ranges), Span.NONE, false);
  }

  /// Returns a histogram of the shape. The counts of fixed ranges begin with those below and above.
  private static TypedValue histogram(HistogramShape shape, long... counts) {
    var store = new Histograms();
    int handle = store.add(shape);
    System.arraycopy(counts, 0, store.words(), handle + 1, counts.length);
    return TypedValue.histogram(store, handle);
  }

  /// Stores in memory, on disk, or both around the seam, as the services do.
  private void put(String metric, String host, long seconds, TypedValue histogram) {
    SeriesName name = SeriesName.of(HistogramMetric.of(metric), Map.of("host", host));
    root.put(name, seconds * 1000, histogram);
    root.putOnDisk(name, seconds * 1000, histogram);
  }

  private Reply get(long from, long to, String m, String... more) throws Exception {
    String[] all = new String[more.length + 6];
    System.arraycopy(new String[] {"start", from + "", "end", to + "", "m", m}, 0, all, 0, 6);
    System.arraycopy(more, 0, all, 6, more.length);
    return root.get("/api/query", all);
  }

  private String query(String m) throws Exception {
    return get(START, START + 60, m).body();
  }

  /// Returns the names of the results and their first values.
  private static String shown(String body) {
    Matcher results =
        Pattern.compile("\"metric\":\"([^\"]+)\".*?\"dps\":\\{\"\\d+\":([^,}]+)").matcher(body);
    var shown = new StringBuilder();
    while (results.find()) {
      shown.append(results.group(1)).append('=').append(results.group(2)).append(' ');
    }
    return shown.toString().strip();
  }

  @Test
  void rangesOfExponentialHistogramsAreThoseWithMeasurements() throws Exception {
    assertThat(shown(query("sum:percentiles[1,50,99]:show-histogram-buckets:exp")))
        .isEqualTo(
            "exp_pct_1.0=0.0 exp_pct_50.0=3.0 exp_pct_99.0=6.0"
                + " exp_-1.0E-6_1.0E-6=3 exp_1.0_2.0=1 exp_2.0_4.0=5 exp_4.0_8.0=7");
    assertThat(shown(query("sum:show-histogram-buckets:exp{host=b}")))
        .isEqualTo("exp_5.656854249492381_8.0=7");
  }

  @Test
  void aSumOverBothStoresIsThatOfAllHistograms() throws Exception {
    String whole =
        get(START, START + 40 * HOUR, "sum:0all-sum:show-histogram-buckets:latency").body();
    assertThat(shown(whole))
        .isEqualTo(
            "latency_UNDERFLOW=0 latency_0.0_1.0=480 latency_1.0_2.0=960 latency_2.0_4.0=1920"
                + " latency_OVERFLOW=480");
    String cut =
        get(MEMORY - 24 * HOUR, START + 40 * HOUR, "sum:7h-sum:show-histogram-buckets:latency")
            .body();
    Matcher first = Pattern.compile("latency_0.0_1.0.*?\"dps\":\\{([^}]+)").matcher(cut);
    assertThat(first.find()).isTrue();
    for (String step : first.group(1).split(",", -1)) {
      long time = Long.parseLong(step.substring(1, 11));
      long end = Math.min(time + 7 * HOUR, START + 40 * HOUR);
      long begin = Math.max(time, START);
      assertThat(step).isEqualTo("\"%d\":%d".formatted(time, (end - begin) / 600 * 2));
    }
  }

  /// Rollups stand at the beginning of their interval, also without downsampling.
  @Test
  void rollupsOnDiskAreMergedHistograms() throws Exception {
    root.readDisk(shard -> new RollupShard(shard, 900_000, Long.MAX_VALUE));
    String plain = get(START, START + 1799, "sum:show-histogram-buckets:latency{host=a}").body();
    assertThat(plain)
        .contains("latency_2.0_4.0", "\"dps\":{\"%d\":8,\"%d\":4}".formatted(START, START + 900));
    assertThat(get(START, START + HOUR - 1, "sum:1h-sum:show-histogram-buckets:latency").body())
        .contains("\"dps\":{\"%d\":48}".formatted(START));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "avg:percentiles[50]:latency|Only NONE or SUM aggregation function supported",
        "sum:1m-avg:percentiles[50]:latency|Only SUM downsampling aggregation supported",
        "sum:percentiles[101]:latency|Invalid percentile parameters: 101.0",
        "sum:percentiles:latency|Malformated percentile query paramater: percentiles",
        "sum:percentiles]1[:latency|Malformated percentile query paramater: percentiles]1[",
        "sum:percentiles[x]:latency|For input string",
      })
  void wrongQueriesAreErrorsOfTheClient(String m, String message) throws Exception {
    Reply reply = get(START, START + 60, m);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains(message);
  }

  @Test
  void histogramsOfBothKindsAreSummed() throws Exception {
    assertThat(shown(query("sum:percentiles[20,50,100]:mixed")))
        .isEqualTo("mixed_pct_20.0=0.0 mixed_pct_50.0=1.5 mixed_pct_100.0=3.0");
    assertThat(shown(query("sum:show-histogram-buckets:mixed")))
        .contains("mixed_UNDERFLOW=0", "mixed_0.0_1.0=1", "mixed_-1.0E-6_1.0E-6=1");
  }

  @Test
  void histogramsOfBothKindsAreAnsweredByThemselves() throws Exception {
    assertThat(shown(query("none:percentiles[50]:mixed")))
        .isEqualTo("mixed_pct_50.0=1.5 mixed_pct_50.0=0.0");
    put("turned", "a", START, histogram(FIXED, 0, 0, 1, 1, 1));
    put("turned", "a", START + 1, histogram(exponential(0, 0, 1), 1, 1));
    assertThat(query("sum:percentiles[50]:turned"))
        .contains("\"dps\":{\"%d\":1.5,\"%d\":0.0}".formatted(START, START + 1));
    assertThat(query("sum:show-histogram-buckets:turned"))
        .contains("turned_UNDERFLOW", "turned_0.0_1.0", "turned_1.0_2.0", "turned_OVERFLOW")
        .contains(
            "turned_-1.0E-6_1.0E-6", "\"dps\":{\"%d\":0,\"%d\":1}".formatted(START, START + 1));
  }

  @Test
  void aSubQueryHasALimitOfPercentiles() throws Exception {
    String many = "50,".repeat(1000) + "50";
    assertThat(query("sum:percentiles[" + many + "]:latency"))
        .contains("percentiles: 1001 are too many, the limit of a sub query is 1000");
  }

  @Test
  void histogramsCountAsSeveralDatapoints() throws Exception {
    try (RootFixture small = root("--max-datapoints=9")) {
      var wide = new float[62];
      var ends = new float[62];
      for (int i = 0; i < wide.length; i++) {
        wide[i] = i;
        ends[i] = i + 1;
      }
      SeriesName name = SeriesName.of(HistogramMetric.of("wide"), Map.of("host", "a"));
      HistogramShape shape = FixedShape.of(wide, ends);
      long recent = START + 39 * HOUR;
      small.put(name, recent * 1000, histogram(shape, 1));
      String[] request = {
        "start", recent + "", "end", recent + 60 + "", "m", "sum:percentiles[50]:wide"
      };
      assertThat(small.get("/api/query", request).status()).isEqualTo(200);
      small.put(name, recent * 1000 + 1, histogram(shape, 1));
      Reply refused = small.get("/api/query", request);
      assertThat(refused.status()).isEqualTo(413);
      assertThat(refused.body()).contains("'wide' touches more than 9 datapoints (16 so far");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/query/gexp?exp=scale(sum:percentiles[50]:latency,2)",
        "/api/query/gexp?exp=scale(sum:show-histogram-buckets:latency,2)"
      })
  void expressionsRefuseHistograms(String target) throws Exception {
    String exp = target.substring(target.indexOf('=') + 1);
    Reply reply =
        root.get("/api/query/gexp", "start", START + "", "end", START + 60 + "", "exp", exp);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("cannot use percentiles or buckets of histograms");
  }

  @Test
  void otherEndpointsRefuseHistogramsInABody() throws Exception {
    Reply last =
        root.post(
            "/api/query/last", "{\"queries\":[{\"metric\":\"latency\",\"percentiles\":[5]}]}");
    Reply exp =
        root.post(
            "/api/query/exp",
            "{\"time\":{\"start\":\"%d\",\"aggregator\":\"sum\"},\"metrics\":[{\"id\":\"a\",\"metric\":\"latency\",\"showHistogramBuckets\":true}],\"expressions\":[{\"id\":\"e\",\"expr\":\"a\"}]}"
                .formatted(START));
    for (Reply reply : List.of(last, exp)) {
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.body()).contains("only /api/query answers them");
    }
  }

  @Test
  void aQueryForHistogramsIsOnePage() throws Exception {
    String page = get(START, START + HOUR, "sum:percentiles[50]:latency", "page", "10m").body();
    assertThat(page).contains("\"next\":null", "\"" + (START + 3000) + "\":3.0");
  }

  @Test
  void linesNameTheResults() throws Exception {
    String lines =
        root.get(
                "/q",
                "start",
                START + "",
                "end",
                START + 60 + "",
                "m",
                "sum:percentiles[50]:show-histogram-buckets:latency{host=a}",
                "ascii",
                "")
            .body();
    assertThat(lines.lines())
        .containsExactly(
            "latency_pct_50.0 1356998400 3.0 host=a",
            "latency_UNDERFLOW 1356998400 0 host=a",
            "latency_0.0_1.0 1356998400 1 host=a",
            "latency_1.0_2.0 1356998400 2 host=a",
            "latency_2.0_4.0 1356998400 4 host=a",
            "latency_OVERFLOW 1356998400 1 host=a");
  }

  @Test
  void theQueryIsShownWithItsPercentiles() throws Exception {
    assertThat(get(START, START + 60, "sum:percentiles[99.9,50]:latency", "show_query", "").body())
        .contains("\"percentiles\":[50.0,99.9],\"showHistogramBuckets\":false");
  }

  @Test
  void namesOfHistogramsAreThoseOfTheirMetric() throws Exception {
    assertThat(root.get("/api/suggest", "type", "metrics").body())
        .isEqualTo("[\"exp\",\"latency\",\"mixed\"]");
    assertThat(query("sum:latency")).isEqualTo("[]");
    assertThat(query("sum:percentiles[50]:unknown")).contains("No such name for 'metrics'");
    assertThat(query("sum:percentiles[50]:latency{host=zz}")).contains("No such name for 'tagv'");
    assertThat(query("sum:percentiles[50]:" + HistogramMetric.of("latency")))
        .contains("No such name for 'metrics'");
    String top = root.get("/api/goku/top", "n", "10").body();
    assertThat(top).contains("latency").doesNotContain("\\u001e");
  }

  @Test
  void lookupsFindSeriesWithHistogramsOnce() throws Exception {
    String both = root.get("/api/search/lookup", "m", "latency").body();
    assertThat(both).contains("\"totalResults\":2").doesNotContain("\\u001e");
    root.put(SeriesName.of("latency", Map.of("host", "a")), START * 1000, 1);
    root.put(SeriesName.of("latency", Map.of("host", "plain")), START * 1000, 1);
    assertThat(root.get("/api/search/lookup", "m", "latency").body())
        .contains("\"totalResults\":3");
    assertThat(root.get("/api/search/lookup", "m", "{host=a}").body())
        .contains("\"totalResults\":3", "\"exp\"", "\"latency\"", "\"mixed\"")
        .doesNotContain("\\u001e");
  }

  @Test
  void seriesAreQueriedByTheirIdentifiers() throws Exception {
    String ofHistograms = tsuid("latency{host=a}");
    assertThat(shown(ofTsuid(ofHistograms))).isEqualTo("latency_pct_50.0=3.0");
    assertThat(ofTsuid(ofHistograms)).contains("\"tsuids\":[\"" + ofHistograms + "\"]");
    root.put(SeriesName.of("latency", Map.of("host", "b")), (START + 39 * HOUR) * 1000, 1);
    String ofValues = tsuid("latency{host=b}");
    assertThat(shown(ofTsuid(ofValues))).isEqualTo("latency_pct_50.0=3.0");
    assertThat(root.get("/api/query", "start", START + "", "tsuid", "sum:" + ofHistograms).body())
        .isEqualTo("[]");
  }

  private String ofTsuid(String tsuid) throws Exception {
    return root.get(
            "/api/query",
            "start",
            START + "",
            "end",
            START + 60 + "",
            "tsuid",
            "sum:percentiles[50]:" + tsuid,
            "show_tsuids",
            "")
        .body();
  }

  private String tsuid(String series) throws Exception {
    String found = root.get("/api/search/lookup", "m", series).body();
    Matcher tsuid = Pattern.compile("\"tsuid\":\"([0-9A-F]+)\"").matcher(found);
    assertThat(tsuid.find()).as(found).isTrue();
    return tsuid.group(1);
  }

  @Test
  void aHistogramIsNoLastDatapoint() throws Exception {
    String[] request = {"timeseries", "latency{host=a}", "back_scan", "48"};
    assertThat(root.get("/api/query/last", request).body()).isEqualTo("[]");
    assertThat(root.get("/api/query/last", "tsuids", tsuid("latency{host=a}")).body())
        .isEqualTo("[]");
  }

  @Test
  void aRenamedMetricKeepsItsHistograms() throws Exception {
    Reply renamed = root.post("/api/uid/rename", "{\"metric\":\"latency\",\"name\":\"renamed\"}");
    assertThat(renamed.body()).isEqualTo("{\"result\":\"true\"}");
    assertThat(shown(query("sum:percentiles[50]:renamed"))).isEqualTo("renamed_pct_50.0=3.0");
    assertThat(query("sum:percentiles[50]:latency")).contains("No such name for 'metrics'");
    assertThat(root.post("/api/uid/rename", "{\"metric\":\"renamed\",\"name\":\"exp\"}").body())
        .contains("new name already exists");
  }

  @Test
  void histogramsOfABlockedMetricAreHidden() throws Exception {
    root.block(new BlockRule("latency", false));
    assertThat(query("sum:percentiles[50]:latency")).contains("No such name for 'metrics'");
    assertThat(root.get("/api/search/lookup", "m", "{host=a}").body()).doesNotContain("latency");
  }

  @Test
  void aDeleteOfAMetricReachesItsHistograms() throws Exception {
    SeriesName plain = SeriesName.of("latency", Map.of("host", "a"));
    long recent = START + 38 * HOUR;
    root.put(plain, recent * 1000, 1);
    delete("sum:percentiles[50]:latency{host=a}", recent, recent + 599);
    String left = get(recent, recent + 600, "sum:show-histogram-buckets:latency{host=a}").body();
    assertThat(left).contains("\"" + (recent + 600) + "\"").doesNotContain("\"" + recent + "\"");
    assertThat(get(recent, recent + 600, "sum:latency{host=a}").body()).contains("\"" + recent);
    delete("sum:latency", recent, recent + 1200);
    assertThat(get(recent, recent + 1200, "sum:percentiles[50]:latency").body()).isEqualTo("[]");
    assertThat(get(recent, recent + 1800, "sum:percentiles[50]:latency").body())
        .contains("\"" + (recent + 1800) + "\"");
  }

  private void delete(String m, long from, long to) throws Exception {
    Reply reply = root.send("DELETE", "/api/query", "start", from + "", "end", to + "", "m", m);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    if (m.contains("percentiles")) {
      assertThat(reply.body()).contains("latency_pct_50.0");
    }
  }
}
