package goku.integration.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.load.HttpSink;
import goku.integration.cluster.load.KafkaSink;
import goku.integration.cluster.load.KnownSeries;
import goku.integration.cluster.load.SteadyWriter;
import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.cluster.process.NodeProcess;
import goku.integration.fixture.GokuHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Services as processes of their own over shared Kafka, ZooKeeper and S3, each of them killed or
/// paused while writers write.
@TestInstance(Lifecycle.PER_CLASS)
class UnconnectedNodesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int HOSTS = 30;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private ClusterProcesses cluster;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private List<SteadyWriter> writers;

  @BeforeAll
  void start(@TempDir Path directory) {
    cluster = ClusterProcesses.unconnected(directory, History.some()::putInto);
    long now = System.currentTimeMillis();
    List<String> ingestors = ClusterLayout.INGESTS.stream().map(cluster.layout()::http).toList();
    writers =
        List.of(
            new SteadyWriter(
                KnownSeries.from("chaos.http", HOSTS, now, 500, 10), new HttpSink(ingestors, 0)),
            new SteadyWriter(
                KnownSeries.from("chaos.kafka", HOSTS, now, 500, 10),
                new KafkaSink(cluster.layout().brokers())));
  }

  @AfterAll
  void stop() {
    writers.forEach(SteadyWriter::close);
    cluster.close();
  }

  @Test
  void everyZoneHasAllSeriesAndHasThemAgainAfterAKill() {
    for (String node : ClusterLayout.SHORTS) {
      awaitAllSeries(node);
    }
    NodeProcess node = cluster.get("short-b");
    node.kill();
    assertThat(node.isFaulted()).isTrue();
    awaitProgress();
    node.restart(ClusterProcesses.RESTART_LIMIT);
    assertThat(node.isFaulted()).isFalse();
    awaitAllSeries("short-b");
  }

  @Test
  void writersGoOnWhileOneIngestorIsPausedOrRestarted() {
    NodeProcess first = cluster.get("ingest-1");
    first.pause();
    awaitProgress();
    first.resume(ClusterProcesses.RESTART_LIMIT);
    NodeProcess second = cluster.get("ingest-2");
    second.terminate();
    awaitProgress();
    second.restart(ClusterProcesses.RESTART_LIMIT);
  }

  @Test
  void producersSeeThatKafkaIsAwayAndGoOnWhenItIsBack() {
    List<Integer> before = writers.stream().map(SteadyWriter::failures).toList();
    NodeProcess kafka = cluster.get("kafka");
    kafka.kill();
    for (int i = 0; i < writers.size(); i++) {
      SteadyWriter writer = writers.get(i);
      int failures = before.get(i);
      await().atMost(PATIENCE).until(() -> writer.failures() > failures);
    }
    kafka.restart(ClusterProcesses.RESTART_LIMIT);
    awaitProgress();
    cluster.awaitAllReady();
  }

  @Test
  void theCompactorMakesTiersOfWhatIsInS3AndGokuLBringsThemIn() {
    await().atMost(PATIENCE).until(() -> tierFiles() > 0);
    NodeProcess s3 = cluster.get("s3");
    s3.kill();
    s3.restart(ClusterProcesses.RESTART_LIMIT);
    cluster.awaitAllReady();
  }

  /// The datapoints that each writer has now, and more, are acknowledged.
  private void awaitProgress() {
    for (SteadyWriter writer : writers) {
      int steps = writer.written().sent() + 1;
      await().atMost(PATIENCE).until(() -> writer.written().acknowledged() >= steps);
    }
  }

  private void awaitAllSeries(String node) {
    var http = new GokuHttp(cluster.layout().http(node));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(http.metric("goku_short_series", "ns1"))
                    .isEqualTo(writers.size() * HOSTS));
  }

  private long tierFiles() {
    try (Stream<Path> files = Files.walk(cluster.layout().data("long-a"))) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    } catch (UncheckedIOException | IOException movedMeanwhile) {
      return 0;
    }
  }
}
