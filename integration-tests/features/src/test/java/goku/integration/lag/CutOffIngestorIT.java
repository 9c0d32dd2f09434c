package goku.integration.lag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.ServiceRun;
import goku.standalone.process.NamespacesSource;
import goku.testkit.Gate;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An ingestor that is cut off from ZooKeeper while metrics move: it reports the loss and accepts
/// datapoints, the move stays unconfirmed until it is back, and its datapoints are found.
class CutOffIngestorIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration AHEAD = Duration.ofSeconds(20);

  @TempDir private Path directory;

  @Test
  void aMoveIsUnconfirmedUntilTheIngestorIsBack() throws Exception {
    try (var cluster = new SmallCluster(directory);
        var gate = new Gate(port(cluster.zooKeeper()))) {
      cluster.awaitReady();
      int port = GokuProcess.freePort();
      var ingestor = new GokuHttp("http://127.0.0.1:" + port);
      try (ServiceRun _ = cluster.startIngestor(gate.address(), port)) {
        await().until(() -> ready(ingestor).startsWith("200"));
        gate.shut();
        await().until(() -> isReadyWithoutSession(ready(ingestor)));
        Instant since = move(cluster);
        await().until(() -> unconfirmed(cluster) == 1);
        await().until(() -> Instant.now().isAfter(since.plusSeconds(1)));
        String body =
            "{\"metric\":\"moved.a\",\"timestamp\":%d,\"value\":7,\"tags\":{\"a\":\"b\"}}"
                .formatted(Instant.now().getEpochSecond());
        assertThat(ingestor.put(body).statusCode()).isEqualTo(204);
        await().until(() -> cluster.root().series("moved.a", since.toEpochMilli()).size() == 1);
        assertThat(unconfirmed(cluster)).isEqualTo(1);
        gate.reopen();
        await().until(() -> unconfirmed(cluster) == 0);
        await().until(() -> !ready(ingestor).contains("session lost"));
      }
    }
  }

  /// Moves metrics to a second namespace. Returns when the move begins.
  private Instant move(SmallCluster cluster) throws Exception {
    Path file = directory.resolve("namespaces.yaml");
    for (Duration ahead = AHEAD; ; ahead = ahead.multipliedBy(2)) {
      Instant since = Instant.now().plus(ahead);
      Files.writeString(file, NamespacesSource.builtIn() + second(since));
      String answer = apply(cluster, file);
      // the command started too slowly for a move so soon
      if (answer.contains("moves begin at") && ahead.compareTo(PATIENCE) < 0) {
        continue;
      }
      // the command waits for the root for a limited time, and may be repeated
      await().until(() -> isInForce(answer) || isInForce(apply(cluster, file)));
      return since;
    }
  }

  private static boolean isInForce(String answer) {
    return answer.contains("ingest-ingestor is not connected")
        && answer.contains("root-root has it");
  }

  private static boolean isReadyWithoutSession(String ready) {
    return ready.startsWith("200") && ready.contains("session lost for");
  }

  private static String apply(SmallCluster cluster, Path file) throws Exception {
    return cluster.run("namespaces", "apply", file.toString());
  }

  /// Returns a second namespace, to which metrics move.
  private static String second(Instant since) {
    return """
      - name: ns2
        backfill: 2h
        memory-ttl: 24h
        kafka-topic: goku-ns2
        s3: {bucket: goku-ns2}
        shard-groups: 1
        shards-per-group: 1
        metrics: [{prefix: moved., since: %d}]
    """
        .formatted(since.getEpochSecond());
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private static double unconfirmed(SmallCluster cluster) {
    return cluster.controller().metric("goku_cluster_moves_unconfirmed");
  }

  /// Returns the status and body of `/readyz`; empty while the process starts.
  private static String ready(GokuHttp ingestor) {
    try {
      var answer = ingestor.get("/readyz");
      return answer.statusCode() + answer.body();
    } catch (UncheckedIOException starting) {
      return "";
    }
  }
}
