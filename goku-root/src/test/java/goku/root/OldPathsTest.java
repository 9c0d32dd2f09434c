package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import goku.service.BuildVersion;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of the paths of OpenTSDB 1.x. The expected texts are those of OpenTSDB 2.4.1 of
/// 2026-11-28, except for the order of tags there, which is that of a hash table.
class OldPathsTest {
  private static final long NOW = 1_700_000_000;

  private final RootFixture root =
      new RootFixture(
          RootFixture.DEFAULTS,
          Instant.ofEpochSecond(NOW),
          RootFixture.namespace("ns1", new Sharding(1, 4)));

  @BeforeEach
  void load() {
    for (int i = 1; i <= 3; i++) {
      long millis = (NOW - 60L * i) * 1000 + 123;
      root.put(SeriesName.of("m", Map.of("h", "1", "dc", "a")), millis, i);
      root.put(SeriesName.of("m", Map.of("h", "2", "dc", "a")), millis, i + 0.5);
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  private Reply query(String m, String form) throws Exception {
    return root.get("/q", "start", "600s-ago", "m", m, form, "", "nagios", "");
  }

  @Test
  void asciiAnswersALinePerDatapoint() throws Exception {
    Reply reply = query("sum:m{h=1}", "ascii");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.contentType()).startsWith("text/plain");
    assertThat(reply.body())
        .isEqualTo(
            """
            m 1699999820 3 dc=a h=1
            m 1699999880 2 dc=a h=1
            m 1699999940 1 dc=a h=1
            """);
  }

  @Test
  void asciiAnswersEachGroupWithTheTagsThatItsSeriesShare() throws Exception {
    assertThat(query("max:m", "ascii").body())
        .isEqualTo("m 1699999820 3.5 dc=a\nm 1699999880 2.5 dc=a\nm 1699999940 1.5 dc=a\n");
    assertThat(query("sum:120s-sum:m{h=*}", "ascii").body()).contains(".0 dc=a h=1\n", " h=2\n");
  }

  @Test
  void datapointsWithoutAValueHaveNoLine() throws Exception {
    assertThat(query("sum:30s-avg-nan:m{h=1}", "ascii").body().lines()).hasSize(3);
  }

  @Test
  void linesOfNamesWithBlanksAreValidPutLines() throws Exception {
    root.put(SeriesName.of("a m", Map.of("id", "G1 Eden")), (NOW - 60) * 1000, 5);
    assertThat(query("sum:a m", "ascii").body()).isEqualTo("\"a m\" 1699999940 5 id=\"G1 Eden\"\n");
  }

  @Test
  void jsonCountsDatapointsAndNamesAggregatedTags() throws Exception {
    assertThat(query("sum:m", "json").body())
        .startsWith("{\"plotted\":3,\"points\":3,\"etags\":[[\"h\"]],\"timing\":")
        .endsWith("}");
    assertThat(query("sum:m{h=1}", "json").body()).contains("\"etags\":[[]]");
  }

  @Test
  void chartsAndWrongQueriesAreErrors() throws Exception {
    assertThat(query("sum:m", "png").status()).isEqualTo(501);
    assertThat(query("nosuch:m", "ascii").status()).isEqualTo(400);
    assertThat(root.get("/q", "m", "sum:m", "ascii", "").status()).isEqualTo(400);
    assertThat(root.get("/q", "start", "1h-ago", "m", "sum:m", "ascii", "", "page", "1").status())
        .isEqualTo(400);
  }

  @Test
  void otherPathsAnswerLikeThoseBelowApi() throws Exception {
    assertThat(root.get("/suggest", "type", "metrics", "q", "m").body()).isEqualTo("[\"m\"]");
    assertThat(root.get("/aggregators").body()).isEqualTo(root.get("/api/aggregators").body());
    assertThat(root.get("/version").body()).isEqualTo("goku " + BuildVersion.CURRENT + "\n");
    assertThat(root.get("/version", "json", "").body())
        .isEqualTo(root.get("/api/version").body())
        .contains("\"version\":\"" + BuildVersion.CURRENT.release() + "\"")
        .contains("\"short_revision\":\"" + BuildVersion.CURRENT.commit() + "\"");
  }
}
