package goku.root;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.root.slow.LoggedLines;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  /// 256 finished queries are kept.
  @Test
  void onlyTheNumberOfFiltersOfAFinishedQueryIsKept() throws Exception {
    String metric = "m".repeat(5000);
    String hosts =
        IntStream.range(0, 20_000).mapToObj(i -> "h" + i).collect(Collectors.joining("|"));
    query("sum:%s{host=literal_or(%s)}".formatted(metric, hosts));
    assertThat(root.get("/api/stats/query").body())
        .doesNotContain(metric)
        .doesNotContain("h19999")
        .contains("\"filters\":1")
        .contains("\"metric\":\"" + metric.substring(0, 4096) + "...\"");
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

  /// As at its deadline, while a slow client reads: the group is in memory, but the query pins that
  /// of the nodes.
  @Test
  void aQueryStopsInTheMiddleOfAGroup() throws Exception {
    for (int i = 0; i < 5000; i++) {
      root.put(SeriesName.of("long", Map.of("host", "a")), START * 1000 + i * 100L, i);
    }
    var request =
        new HttpRequest(
            "GET",
            "/api/query",
            Map.of(
                "start",
                List.of(Long.toString(START)),
                "m",
                List.of("none:long"),
                "ms",
                List.of("")),
            Map.of(),
            new byte[0],
            "test");
    var written = new AtomicInteger();
    HttpResponse response =
        root.routes().match("/api/query").orElseThrow().handler().handle(request);
    assertThatThrownBy(() -> response.body().writeTo(cancelling(written)))
        .isInstanceOf(HttpError.class)
        .hasMessageContaining("cancelled by an operator");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(written.get()).isLessThan(50_000);
  }

  /// Returns a stream that cancels its query at the first bytes.
  private OutputStream cancelling(AtomicInteger written) {
    return new OutputStream() {
      @Override
      public void write(int b) {
        throw new IllegalStateException("written byte by byte");
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (written.getAndAdd(length) == 0) {
          try {
            cancel("1");
          } catch (Exception e) {
            throw new IOException(e);
          }
        }
      }
    };
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
