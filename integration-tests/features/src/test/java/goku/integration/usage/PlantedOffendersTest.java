package goku.integration.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import goku.model.SeriesName;
import goku.shortterm.usage.UsageCounter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A metric with 100,000 series and one with the highest rate among thousands of others are found
/// with one call, with the tag key that the series come from.
class PlantedOffendersTest {
  private static final int METRICS = 3000;
  private static final int WIDE = 100_000;
  private static final int BUSY = 30_000;
  private static final long NOW = CountedCluster.NOW.toEpochMilli();

  private final CountedCluster cluster = new CountedCluster();

  @BeforeEach
  void plant() {
    for (int metric = 0; metric < METRICS; metric++) {
      for (int host = 0; host < 3; host++) {
        String name = "app" + metric % 50 + ".metric" + metric;
        put(name, Map.of("host", "h" + host, "dc", "d1"), 2 + metric % 5);
      }
    }
    for (int i = 0; i < WIDE; i++) {
      put("app7.requests", Map.of("id", "i" + i, "host", "h" + i % 400, "dc", "d" + i % 2), 1);
    }
    put("app9.ticks", Map.of("host", "h1"), BUSY);
    cluster.flush();
  }

  private void put(String metric, Map<String, String> tags, int points) {
    SeriesName name = SeriesName.of(metric, tags);
    for (int i = 0; i < points; i++) {
      cluster.put(name, NOW - i * 1000L, i);
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void theMetricWithMostSeriesIsFoundAndTheKeyThatTheyComeFrom() throws Exception {
    JsonNode top = cluster.get("/api/goku/top", "n", "3");
    JsonNode worst = top.path("top").path(0);
    assertThat(worst.path("metric").asText()).isEqualTo("app7.requests");
    assertThat(worst.path("cardinality").asInt()).isEqualTo(WIDE);
    assertThat(worst.path("tagKeys").toString())
        .isEqualTo(
            "[{\"key\":\"id\",\"values\":100000,\"series\":100000},{\"key\":\"host\",\"values\":400,\"series\":100000},{\"key\":\"dc\",\"values\":2,\"series\":100000}]");
    assertThat(top.path("metrics").asInt()).isEqualTo(METRICS + 2);
    assertThat(top.path("cardinality").asInt()).isEqualTo(METRICS * 3 + WIDE + 1);
    JsonNode values = cluster.get("/api/goku/top/tags", "metric", "app7.requests", "key", "host");
    assertThat(values.path("values").asInt()).isEqualTo(400);
    assertThat(values.path("top").path(0).path("series").asInt()).isEqualTo(WIDE / 400);
  }

  @Test
  void theMetricWithTheHighestRateIsFound() throws Exception {
    JsonNode worst =
        cluster.get("/api/goku/top", "by", "datapoints", "prefix", "app9.").path("top").path(0);
    assertThat(worst.path("metric").asText()).isEqualTo("app9.ticks");
    assertThat(worst.path("datapoints").asInt()).isEqualTo(BUSY);
    assertThat(worst.path("datapointsLastWindow").asInt())
        .as("those from 10:00 to 12:00, of one each second until 13:30")
        .isEqualTo(7200);
    assertThat(
            cluster.get("/api/goku/top", "by", "bytes").path("top").path(0).path("metric").asText())
        .as("a stream of one datapoint takes 128 bytes")
        .isEqualTo("app7.requests");
  }

  @Test
  void theNumbersFollowWhatIsWritten() throws Exception {
    cluster.get("/api/goku/top");
    put("app9.ticks", Map.of("host", "h2"), 10);
    cluster.flush();
    cluster.clock.advance(UsageCounter.MAX_AGE);
    JsonNode ticks = cluster.get("/api/goku/top", "prefix", "app9.ticks").path("top").path(0);
    assertThat(ticks.path("cardinality").asInt()).isEqualTo(2);
    assertThat(ticks.path("datapoints").asInt()).isEqualTo(BUSY + 10);
  }

  @Test
  void whatNobodyAsksForIsReportedWithWhatBlockingItWouldSave() throws Exception {
    cluster.clock.advance(Duration.ofMinutes(1));
    cluster.get("/api/query", "start", "1h-ago", "m", "count:1h-count:app9.ticks");
    JsonNode report = cluster.get("/api/goku/unqueried", "days", "7", "n", "1");
    JsonNode first = report.path("unqueried").path(0);
    assertThat(first.path("metric").asText()).isEqualTo("app7.requests");
    assertThat(first.path("bytes").asInt()).isEqualTo(WIDE * 128);
    assertThat(report.path("metrics").asInt()).isEqualTo(METRICS + 1);
    assertThat(report.path("observedWhole").asBoolean()).isFalse();
  }
}
