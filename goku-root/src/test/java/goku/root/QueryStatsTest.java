package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpRequest;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.root.slow.LoggedLines;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueryStatsTest {
  private static final long START = 1_800_000_000;

  private final RootFixture root =
      new RootFixture(
          RootFixture.config("--max-series=5", "--slow-query-threshold=0ms"),
          Instant.ofEpochSecond(START + 600),
          RootFixture.namespace("ns1", new Sharding(1, 2)));

  @BeforeEach
  void fill() {
    for (int i = 0; i < 10; i++) {
      var tags = Map.of("host", "h" + i, "dc", "d" + i % 5);
      root.put(SeriesName.of("cpu", tags), START * 1000, i);
    }
  }

  @AfterEach
  void close() {
    root.close();
  }

  @Test
  void aFinishedQueryIsShownWithItsCost() throws Exception {
    query("sum:cpu{dc=d1}");
    assertThat(root.get("/api/stats/query").body())
        .contains("\"running\":[]", "\"metric\":\"cpu\"", "\"code\":200")
        .contains("\"series\":2,\"datapoints\":2,\"heldBytes\":0");
  }

  @Test
  void aRejectedQueryIsShownWithTheReason() throws Exception {
    assertThat(query("sum:cpu").status()).isEqualTo(413);
    assertThat(root.get("/api/stats/query").body())
        .contains("\"code\":413", "more than 5 series", "max-series");
  }

  @Test
  void aSlowQueryIsLoggedWithItsStatistics() throws Exception {
    try (var log = new LoggedLines()) {
      query("sum:cpu{dc=d1}");
      query("sum:cpu");
      assertThat(log.lines().getFirst())
          .contains(" series=2 datapoints=2 ", "status=200", "user=-")
          .contains("&m=sum:cpu{dc=d1}");
      assertThat(log.lines().getLast()).contains("status=413", "more than 5 series");
    }
  }

  @Test
  void onlyARunningQueryCanBeCancelled() throws Exception {
    assertThat(cancel("17").status()).isEqualTo(404);
    assertThat(cancel("x").status()).isEqualTo(400);
  }

  private Reply query(String m) throws Exception {
    return root.get("/api/query", "start", Long.toString(START), "m", m);
  }

  private Reply cancel(String id) throws Exception {
    return root.answer(
        new HttpRequest(
            "DELETE",
            "/api/stats/query",
            Map.of("id", List.of(id)),
            Map.of(),
            new byte[0],
            "test"));
  }
}
