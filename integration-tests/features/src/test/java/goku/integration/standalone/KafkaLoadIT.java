package goku.integration.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.StockProducer;
import goku.integration.fixture.Workload;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(Lifecycle.PER_CLASS)
class KafkaLoadIT {
  /// The datapoints of each series. The long form has a million in total.
  private static final int POINTS = TestForm.isLong() ? 100 : 20;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @BeforeAll
  void start(@TempDir Path data) {
    goku = GokuProcess.start(data, "--no-agent");
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @Test
  void aDatapointSentToKafkaIsQueryable() {
    GokuHttp http = goku.http();
    Workload warmUp = new Workload("fresh.warmup", 1, 1, 1, epochSeconds());
    StockProducer.send(goku.bootstrapServers(), "metrics", warmUp.lines(), 1);
    long now = epochSeconds();
    String line = "put fresh.point " + now + " 42.5 host=a";
    StockProducer.send(goku.bootstrapServers(), "metrics", Stream.of(line), 1);
    Instant acknowledged = Instant.now();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !http.query(Long.toString(now - 60), "none:fresh.point").isEmpty());
    System.out.println(
        "queryable " + Duration.between(acknowledged, Instant.now()) + " after the producer ended");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void datapointsOfTenThousandSeriesAreAllThere(int linesPerRecord) {
    var load = new Workload("load" + linesPerRecord, 10, 1000, POINTS, epochSeconds() - 3600);
    Instant started = Instant.now();
    StockProducer.send(goku.bootstrapServers(), "metrics", load.lines(), linesPerRecord);
    Instant sent = Instant.now();
    for (int m = 0; m < load.metrics(); m++) {
      awaitEqual(load, m);
    }
    System.out.printf(
        "%d datapoints, %d lines a record: sent in %s, all there %s later%n",
        load.datapoints(),
        linesPerRecord,
        Duration.between(started, sent),
        Duration.between(sent, Instant.now()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "put"})
  void theBenchmarkLoadsAndAsks(String via) throws Exception {
    Process bench =
        new ProcessBuilder(
                GokuProcess.checkout().resolve("goku").toString(),
                "bench",
                "--url=http://127.0.0.1:" + goku.port(),
                "--kafka=" + goku.bootstrapServers(),
                "--via=" + via,
                "--hosts=" + (via.equals("put") ? 5 : 3),
                "--length=PT5M",
                "--queries=3",
                "--warm-up=PT0.2S",
                "--end=" + Instant.now().minus(Duration.ofMinutes(via.equals("put") ? 10 : 0)))
            .redirectErrorStream(true)
            .start();
    String printed = new String(bench.getInputStream().readAllBytes(), UTF_8);
    assertThat(bench.waitFor()).as(printed).isZero();
    assertThat(printed).contains("datapoints a second", "double-groupby-1 ");
  }

  private void awaitEqual(Workload load, int m) {
    long startMillis = load.startSeconds() * 1000;
    Map<String, Map<Long, Double>> expected = load.expected(m);
    await()
        .pollInterval(Duration.ofMillis(500))
        .until(() -> count(goku.http().series(load.metric(m), startMillis)) == count(expected));
    Map<String, Map<Long, Double>> found = goku.http().series(load.metric(m), startMillis);
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    expected.forEach((series, points) -> assertThat(found.get(series)).isEqualTo(points));
  }

  private static int count(Map<String, Map<Long, Double>> series) {
    return series.values().stream().mapToInt(Map::size).sum();
  }

  private static long epochSeconds() {
    return Instant.now().getEpochSecond();
  }
}
