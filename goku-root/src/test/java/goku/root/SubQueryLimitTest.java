package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests of limits that hold for all sub queries of a request together.
class SubQueryLimitTest {
  private static final long START = 1_800_000_000;
  private static final int SERIES = 5;
  private static final String SUB_QUERY = "{\"aggregator\":\"none\",\"metric\":\"cpu\"}";

  private RootFixture root = root();

  private static RootFixture root(String... flags) {
    var fixture =
        new RootFixture(
            RootFixture.config(flags),
            Instant.ofEpochSecond(START + 600),
            RootFixture.namespace("ns1", new Sharding(1, 2)));
    for (int i = 0; i < SERIES; i++) {
      fixture.put(SeriesName.of("cpu", Map.of("host", "h" + i)), START * 1000, i);
    }
    return fixture;
  }

  private void restart(String... flags) {
    root.close();
    root = root(flags);
  }

  @AfterEach
  void close() {
    root.close();
  }

  private Reply query(String subQuery, int times) throws Exception {
    String all = String.join(",", Collections.nCopies(times, subQuery));
    return root.post("/api/query", "{\"start\":%d,\"queries\":[%s]}".formatted(START, all));
  }

  private static void assertRefused(Reply reply, String... words) {
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.body()).contains(words);
  }

  @Test
  void aRequestOfMoreSubQueriesThanTheLimitIsRefused() throws Exception {
    restart("--max-sub-queries=4");
    assertThat(query(SUB_QUERY, 4).status()).isEqualTo(200);
    assertRefused(query(SUB_QUERY, 5), "5 sub queries", "limit is 4", "max-sub-queries");
  }

  @Test
  void theDefaultLimitIsAThousandSubQueries() throws Exception {
    assertRefused(query(SUB_QUERY, 1001), "limit is 1000");
  }

  /// The nodes resolve the TSUIDs of each sub query.
  @Test
  void tooManySubQueriesByTsuidAskNoNode() throws Exception {
    restart("--max-sub-queries=4");
    root.whenAsked(
        shard -> {
          throw new AssertionError("asked " + shard);
        });
    String tsuids = "{\"aggregator\":\"none\",\"tsuids\":[\"%s\"]}".formatted("0".repeat(32));
    assertRefused(query(tsuids, 5), "5 sub queries");
  }

  @Test
  void metricsExpressionsAndOutputsOfExpAreLimited() throws Exception {
    restart("--max-sub-queries=4");
    assertThat(exp(4, 4, 4).status()).isEqualTo(200);
    assertRefused(exp(5, 4, 4), "5 sub queries");
    assertRefused(exp(4, 5, 4), "5 expressions");
    assertRefused(exp(4, 4, 5), "5 outputs");
  }

  private Reply exp(int metrics, int expressions, int outputs) throws Exception {
    return root.post(
        "/api/query/exp",
        "{\"time\":{\"start\":%d,\"aggregator\":\"sum\"},\"metrics\":[%s],\"expressions\":[%s],\"outputs\":[%s]}"
            .formatted(
                START,
                list(metrics, "{\"id\":\"m%d\",\"metric\":\"cpu\"}"),
                list(expressions, "{\"id\":\"e%d\",\"expr\":\"m0+1\"}"),
                list(outputs, "{\"id\":\"e0\",\"alias\":\"%d\"}")));
  }

  private static String list(int count, String form) {
    return IntStream.range(0, count).mapToObj(form::formatted).collect(Collectors.joining(","));
  }

  @Test
  void functionsOfGexpTakeLimitedSubQueries() throws Exception {
    restart("--max-sub-queries=2");
    assertThat(gexp("sum(sum:cpu,sum:cpu)").status()).isEqualTo(200);
    assertRefused(gexp("sum(sum:cpu,sum:cpu,sum:cpu)"), "3 sub queries");
  }

  private Reply gexp(String call) throws Exception {
    return root.get("/api/query/gexp", "start", Long.toString(START), "exp", call);
  }

  @Test
  void lastDatapointsAreAskedByLimitedSubQueries() throws Exception {
    restart("--max-sub-queries=1");
    assertThat(root.get("/api/query/last", "timeseries", "cpu").status()).isEqualTo(200);
    Reply two = root.get("/api/query/last", "timeseries", "cpu", "timeseries", "cpu");
    assertRefused(two, "2 sub queries");
  }

  @Test
  void seriesOfAllSubQueriesCountTogether() throws Exception {
    restart("--max-series=" + (3 * SERIES - 1));
    assertThat(query(SUB_QUERY, 2).status()).isEqualTo(200);
    assertRefused(query(SUB_QUERY, 3), "14 series", "15 so far in all sub queries", "max-series");
  }

  @Test
  void datapointsOfAllSubQueriesCountTogether() throws Exception {
    restart("--max-datapoints=" + (3 * SERIES - 1));
    assertThat(query(SUB_QUERY, 2).status()).isEqualTo(200);
    assertRefused(query(SUB_QUERY, 3), "14 datapoints", "in all sub queries", "max-datapoints");
  }
}
