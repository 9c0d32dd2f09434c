package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of `@start`: slots that begin at the start of the range and end with it.
class AlignedSlotsTest {
  private static final long HOUR = 3600;

  /// Half past the hour and seven seconds: no slot of OpenTSDB begins there.
  private static final long START = 1_800_000_000 + 1807;

  private static final long END = START + 24 * HOUR;

  private final RootFixture root = root("--strict=false");

  private static RootFixture root(String flag) {
    return new RootFixture(
        RootFixture.config(flag),
        Instant.ofEpochSecond(END + 9 * HOUR),
        RootFixture.namespace("ns1", new Sharding(1, 2)));
  }

  @AfterEach
  void close() {
    root.close();
  }

  /// One datapoint every ten minutes, also before and after the range.
  private void fill() {
    for (long time = START - 2 * HOUR; time < END + 2 * HOUR; time += 600) {
      root.put(SeriesName.of("cpu", Map.of("host", "a")), time * 1000, 1);
    }
  }

  @Test
  void twentyFourHoursAreSixSlotsThatBeginAtTheStart() throws Exception {
    fill();
    assertThat(dps("sum:4h@start-count:cpu", END)).isEqualTo(slots("24.0", 0, 4, 8, 12, 16, 20));
    assertThat(dps("sum:4h@start-count-zero:cpu", END))
        .isEqualTo(slots("24.0", 0, 4, 8, 12, 16, 20));
    assertThat(dps("sum:4h-count:cpu", END)).doesNotContain("\"%d\"".formatted(START));
  }

  @Test
  void aBodyHasTheSameSlots() throws Exception {
    fill();
    Reply reply = post(root, "4h@start-count");
    assertThat(reply.body()).contains("\"dps\":" + slots("24.0", 0, 4, 8, 12, 16, 20));
  }

  @Test
  void expressionsHaveTheSameSlots() throws Exception {
    fill();
    Reply reply = exp(root, "4h@start");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    String rows =
        slots("48.0", 0, 4, 8, 12, 16, 20)
            .replaceAll("\"(\\d+)\":([^,}]+)", "[$1000,$2]")
            .replace("{", "[")
            .replace("}", "]");
    assertThat(reply.body()).contains("\"dps\":" + rows);
  }

  @Test
  void theLastSlotEndsWithTheRange() throws Exception {
    fill();
    long end = START + 5 * HOUR;
    String dps = "{\"%d\":24.0,\"%d\":6.0}".formatted(START, START + 4 * HOUR);
    assertThat(dps("sum:4h@start-count:cpu", end)).isEqualTo(dps);
    assertThat(dps("sum:4h@start-count-nan:cpu", end)).isEqualTo(dps);
    assertThat(dps("sum:4h@start-count-nan:rate:cpu", end))
        .isEqualTo("{\"%d\":%s}".formatted(START + 4 * HOUR, (6.0 - 24) / (4 * HOUR)));
  }

  @Test
  void emptySlotsAreFilled() throws Exception {
    root.put(SeriesName.of("cpu", Map.of("host", "a")), (START + 5 * HOUR) * 1000, 7);
    assertThat(dps("sum:4h@start-sum-null:cpu", START + 12 * HOUR))
        .isEqualTo(
            "{\"%d\":null,\"%d\":7.0,\"%d\":null}"
                .formatted(START, START + 4 * HOUR, START + 8 * HOUR));
  }

  @Test
  void pagesHaveTheSameSlots() throws Exception {
    fill();
    Reply first =
        root.get(
            "/api/query",
            "start",
            Long.toString(START),
            "end",
            Long.toString(END),
            "m",
            "sum:4h@start-count:cpu",
            "page",
            "1d");
    assertThat(first.body()).contains(slots("24.0", 0, 4, 8, 12));
    String cursor = first.body().replaceFirst(".*\"next\":\"", "").replaceFirst("\".*", "");
    Reply second = root.get("/api/query", "cursor", cursor);
    assertThat(second.body()).contains(slots("24.0", 16, 20), "\"next\":null");
  }

  @Test
  void aSlotLongerThanTheRangeIsTheRange() throws Exception {
    fill();
    String all = "{\"%d\":144.0}".formatted(START);
    assertThat(dps("sum:9223372036854775807ms@start-sum:cpu", END)).isEqualTo(all);
    assertThat(dps("sum:9223372036854775807ms@start-sum-zero:cpu", END)).isEqualTo(all);
  }

  @Test
  void aShiftedRangeHasItsOwnStart() throws Exception {
    fill();
    String exp = "shift(sum:4h@start-count:cpu,'1h')";
    Reply reply =
        root.get(
            "/api/query/gexp",
            "start",
            Long.toString(START),
            "end",
            Long.toString(START + 8 * HOUR),
            "exp",
            exp);
    assertThat(reply.body()).contains("24.0").doesNotContain("18.0", "6.0");
  }

  @Test
  void aWrongLengthAndAStrictRootRefuseIt() throws Exception {
    assertThat(get(root, "sum:4@start-count:cpu", END).status()).isEqualTo(400);
    assertThat(get(root, "sum:4x@start-count:cpu", END).status()).isEqualTo(400);
    assertThat(post(root, "4x@start-count").status()).isEqualTo(400);
    assertThat(exp(root, "4x@start").status()).isEqualTo(400);
    try (var strict = root("--strict=true")) {
      assertThat(get(strict, "sum:4h@start-count:cpu", END).status()).isEqualTo(400);
      assertThat(post(strict, "4h@start-count").status()).isEqualTo(400);
      assertThat(exp(strict, "4h@start").status()).isEqualTo(400);
    }
  }

  private static String slots(String value, long... hours) {
    var text = new StringBuilder();
    for (long hour : hours) {
      text.append(text.isEmpty() ? "{" : ",");
      text.append("\"%d\":%s".formatted(START + hour * HOUR, value));
    }
    return text.append("}").toString();
  }

  private String dps(String m, long end) throws Exception {
    Reply reply = get(root, m, end);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.body().replaceFirst(".*\"dps\":", "").replaceFirst("}.*", "}");
  }

  private static Reply get(RootFixture root, String m, long end) throws Exception {
    return root.get("/api/query", "start", Long.toString(START), "end", Long.toString(end), "m", m);
  }

  private static Reply post(RootFixture root, String downsample) throws Exception {
    return root.post(
        "/api/query",
        """
        {"start": %d, "end": %d,
         "queries": [{"aggregator": "sum", "metric": "cpu", "downsample": "%s"}]}
        """
            .formatted(START, END, downsample));
  }

  /// Counts datapoints and doubles the counts.
  private static Reply exp(RootFixture root, String interval) throws Exception {
    return root.post(
        "/api/query/exp",
        """
        {"time": {"start": "%d", "end": "%d", "aggregator": "sum",
                  "downsampler": {"interval": "%s", "aggregator": "count"}},
         "metrics": [{"id": "a", "metric": "cpu"}],
         "expressions": [{"id": "e", "expr": "a * 2"}]}
        """
            .formatted(START, END, interval));
  }
}
