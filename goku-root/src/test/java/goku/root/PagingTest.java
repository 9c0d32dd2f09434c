package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.testkit.shard.TypedValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of answers in pages. `PagedEquivalenceTest` compares pages with whole answers. Values are
/// only tested here in cases that random data rarely contain.
class PagingTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// The start of the data, a multiple of two hours.
  private static final long START = 1_800_000_000;

  private static final long HOUR = 3600;
  private static final long END = START + 12 * HOUR - 1;

  private final RootFixture root = fixture(END);
  private final List<RootFixture> others = new ArrayList<>();

  private static RootFixture fixture(long now, String... flags) {
    return new RootFixture(
        RootFixture.config(flags),
        Instant.ofEpochSecond(now),
        RootFixture.namespace("ns1", new Sharding(1, 4)));
  }

  @AfterEach
  void close() {
    root.close();
    others.forEach(RootFixture::close);
  }

  @Test
  void theFirstPageTellsItsEndAndTheNextCursor() throws Exception {
    putHourly(root, "cpu", "a", 1);
    Reply page = first("sum:cpu");
    assertThat(page.body())
        .startsWith("[{\"metric\":\"cpu\",\"tags\":{\"host\":\"a\"},\"aggregateTags\":[],\"dps\":{")
        .contains(
            "},{\"page\":{\"start\":%d000,\"end\":%d999,\"next\":\""
                .formatted(START, START + 2 * HOUR - 1));
    assertThat(page.headers().get("Link"))
        .isEqualTo("</api/query?cursor=%s>; rel=\"next\"".formatted(next(page)));
    assertThat(next(page)).hasSizeLessThan(200);
  }

  @Test
  void theLastPageHasNoNextOne() throws Exception {
    putHourly(root, "cpu", "a", 1);
    Reply last = first("sum:cpu", "page", "1d");
    assertThat(last.body()).endsWith("\"next\":null}}]");
    assertThat(last.headers()).doesNotContainKey("Link");
  }

  @Test
  void anUnpagedAnswerHasNoPageMembers() throws Exception {
    putHourly(root, "cpu", "a", 1);
    for (String no : List.of("", "false")) {
      Reply whole = no.isEmpty() ? get("sum:cpu") : get("sum:cpu", "page", no);
      assertThat(whole.body()).doesNotContain("page").endsWith("}}]");
      assertThat(whole.headers()).isEmpty();
    }
  }

  @Test
  void theSameCursorGivesTheSamePage() throws Exception {
    putHourly(root, "cpu", "a", 0.5);
    String cursor = cursor(first("sum:cpu"));
    Reply once = page(cursor);
    assertThat(page(cursor)).isEqualTo(once);
    Reply posted = root.post("/api/query", "{\"cursor\":\"%s\"}".formatted(cursor));
    assertThat(posted).isEqualTo(once);
  }

  @Test
  void anyRootContinuesAtAnyTime() throws Exception {
    putHourly(root, "cpu", "a", 0.5);
    RootFixture other = fixture(END + 7200);
    others.add(other);
    putHourly(other, "cpu", "a", 0.5);
    Reply first =
        root.get("/api/query", "page", "5h", "start", "12h-ago", "m", "avg:1h-avg:cpu{host=*}");
    Reply second = root.get("/api/query", "cursor", cursor(first));
    assertThat(other.get("/api/query", "cursor", cursor(first))).isEqualTo(second);
  }

  @Test
  void groupsAreAllInTheFirstPageWithTheTagsOfTheWholeAnswer() throws Exception {
    put("cpu", "a", START, 1);
    put("cpu", "b", START + 11 * HOUR, 2);
    Reply first = first("sum:cpu");
    assertThat(first.body()).contains("\"tags\":{},\"aggregateTags\":[\"host\"]");
    Reply byHost = first("sum:cpu{host=*}");
    assertThat(byHost.body()).contains("\"host\":\"b\"},\"aggregateTags\":[],\"dps\":{}}");
    assertThat(page(next(byHost)).body()).startsWith("[{\"page\":");
  }

  @Test
  void aFractionAtTheEndMakesAllPagesFractions() throws Exception {
    put("cpu", "a", START, 1);
    put("cpu", "a", END, 1.5);
    assertThat(first("sum:cpu").body()).contains("\"%d\":1.0".formatted(START));
    put("mem", "a", START, 1);
    put("mem", "a", END, 2);
    assertThat(first("sum:mem").body()).contains("\"%d\":1}".formatted(START));
  }

  @Test
  void aWholeDoubleAtTheEndMakesAllPagesDoubles() throws Exception {
    SeriesName name = SeriesName.of("cpu", Map.of("host", "a"));
    root.put(name, START * 1000, TypedValue.parsed("9007199254740993"));
    assertThat(first("sum:cpu").body()).contains("\"%d\":9007199254740993}".formatted(START));
    root.put(name, END * 1000, TypedValue.parsed("20.0"));
    assertThat(first("sum:cpu").body()).contains("\"%d\":9.007199254740992E15".formatted(START));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum:rate{dropcounter}:cpu",
        "sum:rate{counter,100,3}:cpu",
        "avg:rate:cpu",
        "sum:rate{dropcounter}:3h-max:cpu",
        "sum:rate{dropcounter}:30m-max-zero:cpu",
        "sum:rate:30m-max-nan:cpu",
        "avg:cpu",
        "min:90m-avg-none:cpu",
        "count:1h-count-zero:cpu{host=*}",
        "first:cpu"
      })
  void countersThatFallAndSeriesWithGapsAreAsInTheWholeAnswer(String query) throws Exception {
    // decreases for ten hours, so no rate remains between the first and the last page
    for (int hour = 0; hour < 12; hour++) {
      put("cpu", "a", START + hour * HOUR, hour == 11 ? 50 : hour == 1 ? 30 : 20 - hour);
    }
    put("cpu", "b", START, 5);
    put("cpu", "b", END, 9);
    put("cpu", "c", START + 6 * HOUR + 17, 9);
    for (int minute = 0; minute < 720; minute += 7) {
      put("cpu", "d", START + minute * 60L, minute % 50);
    }
    for (String size : List.of("true", "1h", "17m", "5h")) {
      assertThat(joined(query, size)).isEqualTo(series(get(query).body()));
    }
  }

  @Test
  void limitsHoldForEachPageByItself() throws Exception {
    RootFixture small = fixture(END, "--max-datapoints=10");
    others.add(small);
    for (int minute = 0; minute < 720; minute += 30) {
      small.put(SeriesName.of("cpu", Map.of("host", "a")), (START + minute * 60L) * 1000, 0.5);
    }
    Reply whole = get(small, "sum:cpu");
    assertThat(whole.status()).isEqualTo(413);
    assertThat(whole.body()).contains("max-datapoints; or request it in pages, with page=true");
    Reply page = get(small, "sum:cpu", "page", "2h");
    assertThat(page.status()).isEqualTo(200);
    Reply longer = small.get("/api/query", "cursor", cursor(page), "page", "8h");
    assertThat(longer.status()).isEqualTo(413);
    assertThat(longer.body()).contains("or request a shorter page, such as page=10m");
    Reply shorter = small.get("/api/query", "cursor", cursor(page), "page", "1h");
    assertThat(pageOf(shorter).get("end").asLong()).isEqualTo((START + 3 * HOUR) * 1000 - 1);
  }

  @Test
  void pagesAreShortWhereDatapointsAreDenseAndLongWhereThereAreFew() throws Exception {
    for (int second = 0; second < 2 * HOUR; second++) {
      put("cpu", "a", START + second, 0.5);
    }
    putHourly(root, "cpu", "b", 0.5);
    Reply dense = first("sum:cpu{host=*}", "page", "100");
    assertThat(length(dense)).isEqualTo(600);
    Reply page = dense;
    while (pageOf(page).get("end").asLong() < (START + 2 * HOUR) * 1000 - 1) {
      page = page(next(page));
    }
    Reply sparse = page(next(page(next(page(next(page))))));
    assertThat(length(sparse)).isGreaterThanOrEqualTo(4 * HOUR);
  }

  @Test
  void eachPageIsAQueryOfItsOwnInTheStatistics() throws Exception {
    putHourly(root, "cpu", "a", 1);
    page(next(first("sum:cpu")));
    JsonNode ended = MAPPER.readTree(root.get("/api/stats/query").body()).get("completed");
    assertThat(ended).hasSize(2);
  }

  @Test
  void aRangeThatIsOneStepIsOnePage() throws Exception {
    putHourly(root, "cpu", "a", 0.5);
    Reply page = first("sum:0all-sum:cpu", "page", "1h");
    assertThat(page.body()).contains("\"%d\":6.0".formatted(START)).endsWith("\"next\":null}}]");
  }

  @Test
  void aBodyAsksForPagesByAMember() throws Exception {
    putHourly(root, "cpu", "a", 0.5);
    Reply page =
        root.post(
            "/api/query",
            "{\"start\":%d,\"end\":%d,\"page\":{\"span\":\"4h\"},\"queries\":[{\"aggregator\":\"sum\",\"metric\":\"cpu\"}]}"
                .formatted(START, END));
    assertThat(length(page)).isEqualTo(4 * HOUR);
  }

  private static void putHourly(RootFixture root, String metric, String host, double value) {
    for (int hour = 0; hour < 12; hour++) {
      var name = SeriesName.of(metric, Map.of("host", host));
      root.put(name, (START + hour * HOUR) * 1000, value);
    }
  }

  private void put(String metric, String host, long second, double value) {
    root.put(SeriesName.of(metric, Map.of("host", host)), second * 1000, value);
  }

  private Reply first(String query, String... more) throws Exception {
    return more.length == 0 ? get(query, "page", "") : get(query, more);
  }

  private Reply get(String query, String... more) throws Exception {
    return get(root, query, more);
  }

  private static Reply get(RootFixture root, String query, String... more) throws Exception {
    List<String> parameters = new ArrayList<>(Arrays.asList(more));
    parameters.addAll(
        List.of("start", Long.toString(START), "end", Long.toString(END), "m", query));
    return root.get("/api/query", parameters.toArray(String[]::new));
  }

  private Reply page(@Nullable String cursor) throws Exception {
    return root.get("/api/query", "cursor", String.valueOf(cursor));
  }

  private static JsonNode pageOf(Reply reply) throws Exception {
    JsonNode answer = MAPPER.readTree(reply.body());
    return answer.get(answer.size() - 1).get("page");
  }

  /// Returns the length in seconds.
  private static long length(Reply reply) throws Exception {
    JsonNode page = pageOf(reply);
    return (page.get("end").asLong() + 1 - page.get("start").asLong()) / 1000;
  }

  private static String cursor(Reply reply) throws Exception {
    return Objects.requireNonNull(next(reply));
  }

  private static @Nullable String next(Reply reply) throws Exception {
    return pageOf(reply).get("next").textValue();
  }

  private Map<String, String> joined(String query, String size) throws Exception {
    Map<String, String> all = new TreeMap<>();
    Reply page = first(query, "page", size);
    while (true) {
      series(page.body()).forEach((name, points) -> all.merge(name, points, PagingTest::join));
      String next = next(page);
      if (next == null) {
        return all;
      }
      page = page(next);
    }
  }

  private static String join(String points, String more) {
    return points.isEmpty() || more.isEmpty() ? points + more : points + "," + more;
  }

  /// Returns the datapoints of each series as text.
  private static Map<String, String> series(String body) throws Exception {
    Map<String, String> series = new TreeMap<>();
    for (JsonNode one : MAPPER.readTree(body)) {
      if (one.has("dps")) {
        String points = one.get("dps").toString();
        series.put(
            one.get("tags") + " " + one.get("aggregateTags"),
            points.substring(1, points.length() - 1));
      }
    }
    return series;
  }
}
