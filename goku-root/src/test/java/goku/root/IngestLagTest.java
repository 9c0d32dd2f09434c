package goku.root;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import goku.model.Sharding;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Answers while datapoints wait in the input topics: no shard has them, and no replica lags.
class IngestLagTest {
  private static final long NOW = 1_800_000_000;
  private static final Sharding SHARDING = new Sharding(3, 2);

  private final RootFixture root = root("--skip-unresolved=false");

  @BeforeEach
  void put() {
    root.put(SeriesName.of("cpu", Map.of("host", "a")), (NOW - 60) * 1000, 1);
  }

  @AfterEach
  void close() {
    root.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/query?start=1h-ago&m=sum:cpu",
        "/api/query/last?timeseries=cpu",
        "/api/suggest?type=metrics",
        "/api/search/lookup?m=cpu",
      })
  void answersAreMarkedFromTheLimitOn(String request) throws Exception {
    root.lag(Duration.ofSeconds(5));
    assertThat(get(request, "fail_on_partial", "").headers()).doesNotContainKey("X-Goku-Partial");
    root.lag(Duration.ofMillis(6500));
    assertThat(get(request).headers()).containsEntry("X-Goku-Partial", "lag=6500");
    Reply refused = get(request, "fail_on_partial", "");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.body())
        .contains("datapoints of the last 7 s may be missing: the ingestors or all replicas");
    root.lag(Duration.ZERO);
    assertThat(get(request, "fail_on_partial", "").headers()).doesNotContainKey("X-Goku-Partial");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/query?start=1h-ago&m=sum:cpu",
        "/api/query/last?timeseries=cpu",
        "/api/suggest?type=metrics",
        "/api/search/lookup?m=cpu",
      })
  void answersAreMarkedThoughTheLagEndsWhileShardsAreRead(String request) throws Exception {
    // does not ask the shards for names first
    try (RootFixture one = root()) {
      one.lag(Duration.ofSeconds(90));
      one.whenAsked(_ -> one.lag(Duration.ZERO));
      assertThat(get(one, request).headers()).containsEntry("X-Goku-Partial", "lag=90000");
    }
  }

  @Test
  void resultsNameTheLag() throws Exception {
    root.lag(Duration.ofSeconds(90));
    assertThat(get("/api/query?start=1h-ago&m=sum:cpu").body())
        .contains("\"partial\":true")
        .contains("\"lag\":90000");
  }

  @Test
  void aNameThatMayWaitIsNotReportedAsUnknown() throws Exception {
    assertThat(get("/api/query?start=1h-ago&m=sum:new").status()).isEqualTo(400);
    root.lag(Duration.ofSeconds(90));
    assertThat(get("/api/query?start=1h-ago&m=sum:new"))
        .satisfies(
            reply -> {
              assertThat(reply.status()).isEqualTo(200);
              assertThat(reply.headers()).containsEntry("X-Goku-Partial", "lag=90000");
            });
    assertThat(get("/api/search/lookup?m=new").status()).isEqualTo(503);
  }

  @Test
  void answersOfGokuLAloneAreComplete() throws Exception {
    var sharding = new Sharding(1, 1);
    var namespace = RootFixture.onDisk(RootFixture.namespace("ns1", SHARDING), sharding);
    try (var tiered =
        new RootFixture(RootFixture.DEFAULTS, Instant.ofEpochSecond(NOW), namespace)) {
      tiered.putOnDisk(SeriesName.of("cpu", Map.of("host", "a")), (NOW - 5 * 86_400) * 1000, 1);
      tiered.lag(Duration.ofSeconds(90));
      assertThat(
              tiered
                  .get("/api/query", "start", "6d-ago", "end", "4d-ago", "m", "sum:cpu")
                  .headers())
          .doesNotContainKey("X-Goku-Partial");
      assertThat(tiered.get("/api/query", "start", "6d-ago", "m", "sum:cpu").headers())
          .containsEntry("X-Goku-Partial", "lag=90000");
    }
  }

  private Reply get(String request, String... more) throws Exception {
    return get(root, request, more);
  }

  private static Reply get(RootFixture root, String request, String... more) throws Exception {
    String[] parts = request.split("[?&=]");
    String[] parameters = new String[parts.length - 1 + more.length];
    System.arraycopy(parts, 1, parameters, 0, parts.length - 1);
    System.arraycopy(more, 0, parameters, parts.length - 1, more.length);
    return root.get(parts[0], parameters);
  }

  private static RootFixture root(String... flags) {
    return new RootFixture(
        RootFixture.config(flags),
        Instant.ofEpochSecond(NOW),
        RootFixture.namespace("ns1", SHARDING));
  }
}
