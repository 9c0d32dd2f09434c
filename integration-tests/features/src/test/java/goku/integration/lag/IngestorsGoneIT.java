package goku.integration.lag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.ServiceRun;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cluster whose only ingestor is killed while senders go on: answers are marked until another
/// ingestor has consumed what waits.
class IngestorsGoneIT {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String QUERY = "/api/query?start=1h-ago&m=none:cpu";

  @TempDir private Path directory;

  @Test
  void answersThatLackWaitingDatapointsAreMarked() throws Exception {
    try (var cluster = new SmallCluster(directory)) {
      cluster.awaitReady();
      try (ServiceRun ingestor = cluster.startIngestor()) {
        cluster.send(line("first"));
        await().until(() -> isUnmarked(get(cluster)) && get(cluster).body().contains("first"));
        awaitStatus(cluster, "1 members of the consumer group goku-ingest");
        ingestor.kill();
      }
      cluster.send(line("second"));
      Instant acknowledged = Instant.now();
      await().pollInterval(POLL).until(() -> isMarked(get(cluster)));
      System.out.println("answers marked after=" + Duration.between(acknowledged, Instant.now()));
      await().pollInterval(POLL).until(() -> statusOfWhole(cluster) == 503);
      assertThat(lagOfController(cluster)).isGreaterThan(5);
      awaitStatus(cluster, "NONE: the consumer group goku-ingest");
      awaitStatus(cluster, "metrics: 1 record waits");
      try (ServiceRun _ = cluster.startIngestor()) {
        HttpResponse<String> unmarked =
            await().pollInterval(POLL).until(() -> get(cluster), IngestorsGoneIT::isUnmarked);
        assertThat(unmarked.body()).contains("second");
        await().pollInterval(POLL).until(() -> statusOfWhole(cluster) == 200);
        await().until(() -> lagOfController(cluster) <= 5);
      }
    }
  }

  /// The controller publishes the members of the group a while after they change.
  private static void awaitStatus(SmallCluster cluster, String text) {
    await().untilAsserted(() -> assertThat(cluster.status()).contains(text));
  }

  private static String line(String host) {
    return "put cpu %d 1 host=%s".formatted(Instant.now().getEpochSecond(), host);
  }

  private static double lagOfController(SmallCluster cluster) {
    return cluster.controller().metric("goku_input_lag_seconds");
  }

  private static HttpResponse<String> get(SmallCluster cluster, String... more) {
    return cluster.root().get(QUERY + String.join("", more));
  }

  /// Returns the status of a query that does not accept a partial answer.
  private static int statusOfWhole(SmallCluster cluster) {
    return get(cluster, "&fail_on_partial").statusCode();
  }

  private static boolean isUnmarked(HttpResponse<String> answer) {
    return answer.statusCode() == 200 && answer.headers().firstValue("X-Goku-Partial").isEmpty();
  }

  private static boolean isMarked(HttpResponse<String> answer) {
    return answer.headers().firstValue("X-Goku-Partial").orElse("").contains("lag=");
  }
}
