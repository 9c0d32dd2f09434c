package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Disk;
import goku.model.Rollup;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.model.WrittenRollup;
import goku.model.WrittenRollup.Function;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Queries for rollups that clients wrote. The recorded answers are those of OpenTSDB 2.4.1 with
/// tables for an hour and a day, of 2026-11-29, to the same rollups and datapoints.
class WrittenRollupsTest {
  private static final long HOUR = 3600;
  private static final long START = 1_356_998_400;
  private static final Duration RAW_TTL = Duration.ofDays(24);

  private static final Disk DISK =
      new Disk(
          RAW_TTL,
          List.of(
              new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
              new Rollup(Duration.ofHours(1), Duration.ofDays(384))),
          Duration.ofDays(80),
          Optional.of(new Sharding(2, 3)));

  private static final String A = "{\"1356998400\":42.0,\"1357002000\":10.5}";

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--allow-delete"),
          Instant.ofEpochSecond(START + 6 * HOUR),
          NamespaceBuilder.namespace("ns1").sharding(new Sharding(3, 2)).disk(DISK).build());

  @BeforeEach
  void write() {
    for (int i = 0; i < 4; i++) {
      datapoint("a", "a", START + i * 900L, i + 1);
    }
    rollup("a", "a", HOUR, Function.SUM, 0, 42);
    rollup("a", "a", HOUR, Function.COUNT, 0, 6);
    rollup("a", "a", HOUR, Function.SUM, 1, 10.5);
    rollup("a", "a", HOUR, Function.COUNT, 1, 4);
    for (String host : List.of("x", "y")) {
      for (int i = 0; i < 4; i++) {
        rollup("b", host, HOUR, Function.SUM, i, 10 * (i + 1));
        rollup("b", host, HOUR, Function.COUNT, i, i + 1);
        rollup("b", host, HOUR, Function.MIN, i, i);
        rollup("b", host, HOUR, Function.MAX, i, i + 5);
      }
    }
    datapoint("rawonly", "a", START, 7);
    rollup("sumonly", "a", HOUR, Function.SUM, 0, 42);
  }

  @AfterEach
  void close() {
    root.close();
  }

  private void datapoint(String metric, String host, long seconds, double value) {
    root.put(SeriesName.of(metric, Map.of("host", host)), seconds * 1000, value);
  }

  private void rollup(
      String metric, String host, long seconds, Function function, int interval, double value) {
    root.put(name(metric, host, seconds, function), (START + interval * seconds) * 1000, value);
  }

  private static SeriesName name(String metric, String host, long seconds, Function function) {
    return SeriesName.of(
        new WrittenRollup(seconds * 1000, function).of(metric), Map.of("host", host));
  }

  private Reply ask(
      String metric, String aggregator, @Nullable String downsample, String more, long end)
      throws Exception {
    return root.post(
        "/api/query",
        "{\"start\":%d,\"end\":%d,\"queries\":[{\"metric\":\"%s\",\"aggregator\":\"%s\"%s%s}]}"
            .formatted(
                START,
                end,
                metric,
                aggregator,
                downsample == null ? "" : ",\"downsample\":\"" + downsample + "\"",
                more));
  }

  private Reply ask(String metric, String downsample, String usage) throws Exception {
    String more = usage.isEmpty() ? "" : ",\"rollupUsage\":\"" + usage + "\"";
    return ask(metric, "sum", downsample, more, START + 5 * HOUR);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a|1h-sum||42.0 10.5",
        "a|1h-sum|ROLLUP_RAW|10.0",
        "a|1h-sum|rollup_raw|10.0",
        "a|1h-sum|ROLLUP_NOFALLBACK|42.0 10.5",
        "a|1h-sum|ROLLUP_FALLBACK|42.0 10.5",
        "a|1h-sum|ROLLUP_FALLBACK_RAW|42.0 10.5",
        "a|1h-sum|junk|42.0 10.5",
        "a|1h-avg||7.0 2.625",
        "a|1h-avg|ROLLUP_RAW|2.5",
        "a|1h-avg|ROLLUP_NOFALLBACK|7.0 2.625",
        "a|1h-avg|ROLLUP_FALLBACK|7.0 2.625",
        "a|1h-avg|ROLLUP_FALLBACK_RAW|7.0 2.625",
        "rawonly|1h-sum|ROLLUP_RAW|7.0",
        "rawonly|1h-sum|ROLLUP_FALLBACK|7.0",
        "rawonly|1h-sum|ROLLUP_FALLBACK_RAW|7.0",
        "sumonly|1h-avg|ROLLUP_RAW|",
        "b|1h-sum||20.0 40.0 60.0 80.0",
        "b|1h-avg||20.0 20.0 20.0 20.0",
        "b|1h-count||2.0 4.0 6.0 8.0",
        "b|1h-min||0.0 2.0 4.0 6.0",
        "b|1h-max||10.0 12.0 14.0 16.0",
        "b|2h-sum||60.0 140.0",
        "b|2h-avg||20.0 20.0",
        "b|2h-count||6.0 14.0",
        "b|2h-min||0.0 4.0",
        "b|2h-max||12.0 16.0",
        "b|4h-avg||20.0",
        "b|90m-sum||",
        "b|30m-sum||",
        "b|1h-zimsum||20.0 40.0 60.0 80.0",
        "b|1h-mimmax||10.0 12.0 14.0 16.0",
        "b|60m-sum||20.0 40.0 60.0 80.0",
        "b|3600s-sum||20.0 40.0 60.0 80.0",
        "b|1hc-sum||20.0 40.0 60.0 80.0",
        "b|1h-sum-zero||20.0 40.0 60.0 80.0 0.0 0.0",
        "b|0all-sum||",
      })
  void answersAreThoseOfOpenTsdb(
      String metric, String downsample, @Nullable String usage, @Nullable String values)
      throws Exception {
    Reply reply = ask(metric, downsample, usage == null ? "" : usage);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(values(reply)).isEqualTo(values == null ? "" : values);
  }

  private static String values(Reply reply) {
    return reply
        .body()
        .replaceAll("(?s).*\"dps\":\\{", "")
        .replaceAll("\"\\d+\":", "")
        .replaceAll("[]\\[}]", "")
        .replace(",", " ")
        .strip();
  }

  @Test
  void theAnswerHasTheNameOfTheMetric() throws Exception {
    assertThat(ask("a", "1h-sum", "").body())
        .isEqualTo(
            "[{\"metric\":\"a\",\"tags\":{\"host\":\"a\"},\"aggregateTags\":[],\"dps\":%s}]"
                .formatted(A));
    assertThat(ask("b", "none", "1h-sum", "", START + 5 * HOUR).body())
        .contains("{\"host\":\"x\"}", "{\"host\":\"y\"}")
        .contains(
            "{\"1356998400\":10.0,\"1357002000\":20.0,\"1357005600\":30.0,\"1357009200\":40.0}");
  }

  @Test
  void ratesAndGroupsAreThoseOfOpenTsdb() throws Exception {
    assertThat(ask("b", "sum", "1h-sum", ",\"rate\":true", START + 5 * HOUR).body())
        .contains(
            "{\"1357002000\":0.005555555555555556,\"1357005600\":0.005555555555555556,"
                + "\"1357009200\":0.005555555555555556}");
    assertThat(ask("b", "max", "1h-avg", "", START + 5 * HOUR).body())
        .contains(
            "{\"1356998400\":10.0,\"1357002000\":10.0,\"1357005600\":10.0,\"1357009200\":10.0}");
    assertThat(values(ask("b", "avg", "1h-sum", ",\"tags\":{\"host\":\"x\"}", START + 5 * HOUR)))
        .isEqualTo("10.0 20.0 30.0 40.0");
  }

  @Test
  void theQueryStringSelectsRollupsToo() throws Exception {
    String[] times = {"start", Long.toString(START), "end", Long.toString(START + 2 * HOUR)};
    assertThat(
            root.get(
                    "/api/query",
                    times[0],
                    times[1],
                    times[2],
                    times[3],
                    "m",
                    "sum:1h-sum:rollup_raw:a")
                .body())
        .contains("{\"1356998400\":10.0}");
    assertThat(
            root.get(
                    "/api/query",
                    times[0],
                    times[1],
                    times[2],
                    times[3],
                    "m",
                    "sum:1h-sum:rollup_fallback:a")
                .body())
        .contains(A);
  }

  /// OpenTSDB answers nothing in the first two cases, a group without a name in the third, and
  /// errors in the others.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rawonly|1h-sum||7.0",
        "rawonly|1h-sum|ROLLUP_NOFALLBACK|7.0",
        "sumonly|1h-avg||''",
        "a|1h-p99||4.0",
        "a|1h-last||4.0",
        "a|1h-first||1.0",
      })
  void datapointsAnswerWhatNoRollupCan(
      String metric, String downsample, @Nullable String usage, String values) throws Exception {
    assertThat(values(ask(metric, downsample, usage == null ? "" : usage))).isEqualTo(values);
  }

  @Test
  void aSumWithoutCountLeavesTheAverageToDatapoints() throws Exception {
    datapoint("sumonly", "a", START, 3);
    assertThat(values(ask("sumonly", "1h-avg", ""))).isEqualTo("3.0");
    assertThat(values(ask("sumonly", "1h-sum", ""))).isEqualTo("42.0");
  }

  @Test
  void averagesNeedSumAndCountOfTheSameSeriesAndTime() throws Exception {
    rollup("c", "a", HOUR, Function.SUM, 0, 10);
    rollup("c", "a", HOUR, Function.COUNT, 0, 4);
    rollup("c", "a", HOUR, Function.SUM, 1, 10);
    rollup("c", "a", HOUR, Function.COUNT, 2, 4);
    rollup("c", "a", HOUR, Function.SUM, 3, 10);
    rollup("c", "a", HOUR, Function.COUNT, 3, 0);
    rollup("c", "b", HOUR, Function.SUM, 0, 100);
    rollup("c", "c", HOUR, Function.COUNT, 0, 100);
    assertThat(values(ask("c", "1h-avg", ""))).isEqualTo("2.5");
    assertThat(values(ask("c", "1h-avg-zero", ""))).isEqualTo("2.5 0.0 0.0 0.0 0.0 0.0");
    assertThat(values(ask("c", "2h-avg", ""))).isEqualTo("5.0 2.5");
  }

  @Test
  void shorterRollupsAreTriedBeforeDatapoints() throws Exception {
    rollup("d", "a", 900, Function.SUM, 0, 1);
    rollup("d", "a", 900, Function.SUM, 1, 2);
    datapoint("d", "a", START, 100);
    assertThat(values(ask("d", "1h-sum", ""))).isEqualTo("3.0");
    assertThat(values(ask("d", "30m-sum", ""))).isEqualTo("3.0");
    assertThat(values(ask("d", "1h-sum", "ROLLUP_FALLBACK"))).isEqualTo("3.0");
    assertThat(values(ask("d", "1h-sum", "ROLLUP_NOFALLBACK"))).isEqualTo("100.0");
    assertThat(values(ask("d", "1h-sum", "ROLLUP_FALLBACK_RAW"))).isEqualTo("100.0");
  }

  @Test
  void longerRollupsAreTriedFirst() throws Exception {
    rollup("d", "a", 900, Function.SUM, 0, 1);
    rollup("d", "a", 900, Function.SUM, 1, 2);
    rollup("d", "a", HOUR, Function.SUM, 0, 7);
    assertThat(values(ask("d", "1h-sum", ""))).isEqualTo("7.0");
    assertThat(values(ask("d", "15m-sum", ""))).isEqualTo("1.0 2.0");
  }

  @Test
  void rollupsOutsideTheRangeDoNotMatter() throws Exception {
    rollup("e", "a", HOUR, Function.SUM, -20, 5);
    datapoint("e", "a", START, 100);
    assertThat(values(ask("e", "1h-sum", ""))).isEqualTo("100.0");
  }

  @Test
  void rollupsOfBothStoresAreJoined() throws Exception {
    long old = START - 40 * HOUR;
    for (Function function : List.of(Function.SUM, Function.COUNT)) {
      for (int hour = 0; hour < 40; hour++) {
        long millis = (old + hour * HOUR) * 1000;
        root.putOnDisk(name("f", "a", HOUR, function), millis, function == Function.SUM ? 12 : 4);
        root.put(name("f", "a", HOUR, function), millis, function == Function.SUM ? 12 : 4);
      }
    }
    String query =
        "{\"start\":%d,\"end\":%d,\"queries\":[{\"metric\":\"f\",\"aggregator\":\"sum\",\"downsample\":\"8h-%s\"}]}";
    assertThat(values(root.post("/api/query", query.formatted(old, START - 1, "avg"))))
        .isEqualTo("3.0 3.0 3.0 3.0 3.0");
    assertThat(values(root.post("/api/query", query.formatted(old, START - 1, "count"))))
        .isEqualTo("32.0 32.0 32.0 32.0 32.0");
  }

  @Test
  void pagesHaveTheValuesOfTheWholeAnswer() throws Exception {
    for (String downsample : List.of("1h-sum", "1h-avg", "1h-avg-zero")) {
      String whole = values(ask("b", downsample, ""));
      var pages = new StringBuilder();
      String body =
          "{\"start\":%d,\"end\":%d,\"page\":\"2h\",\"queries\":[{\"metric\":\"b\",\"aggregator\":\"sum\",\"downsample\":\"%s\"}]}"
              .formatted(START, START + 5 * HOUR, downsample);
      Reply page = root.post("/api/query", body);
      while (true) {
        pages.append(values(page).replaceAll(" ?\\{\"page.*", "")).append(' ');
        Matcher next = Pattern.compile("\"next\":\"([^\"]+)\"").matcher(page.body());
        if (!next.find()) {
          break;
        }
        page = root.get("/api/query", "cursor", next.group(1));
      }
      assertThat(pages.toString().strip().replaceAll(" +", " ")).as(downsample).isEqualTo(whole);
    }
  }
}
