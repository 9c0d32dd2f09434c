package goku.integration.recovery;

import static goku.integration.recovery.Truth.times;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.testkit.HangLimits;
import goku.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cluster whose log is created again while GokuS does not run, and then gets fewer or more
/// records than it had. All records of the new log are applied. What GokuS had applied of the old
/// one is there, or answers are marked.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class RecreatedLogIT {
  private static final int HOSTS = 8;
  private static final int BATCHES_BEFORE = 60;

  @TempDir private Path directory;

  private final long start = Instant.now().minus(Duration.ofHours(2)).toEpochMilli();
  private final ManualClock clock = new ManualClock(Instant.ofEpochMilli(start));
  private final Truth before = new Truth(start - 1);
  private final Truth after = new Truth(start - 1);

  @ParameterizedTest
  @ValueSource(ints = {10, 200})
  void allOfTheNewLogIsApplied(int batchesAfter) throws IOException {
    String yaml =
        """
        namespaces:
          - name: ns1
            default: true
            backfill: 2h
            memory-ttl: 24h
            kafka-topic: goku-ns1
            s3: {bucket: goku-ns1}
            shard-groups: 1
            shards-per-group: 2
            metrics: []
        """;
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), yaml);
    try (var outside = new Outside(directory, clock);
        var nodes = new Nodes(directory.resolve("machines"), namespaces, outside, clock)) {
      nodes.awaitReady();
      write(nodes.http(), before, "before", BATCHES_BEFORE);
      before.awaitAll(nodes.http());
      nodes.stopGokuS();
      new NamespaceTopic(outside.brokers(), "goku-ns1", 2).recreate();
      write(nodes.http(), after, "after", batchesAfter);
      nodes.startGokuS();
      nodes.awaitReady();
      after.awaitAll(nodes.http());
      await("what was applied before, or a mark")
          .atMost(HangLimits.STEP)
          .untilAsserted(() -> before.requireAllOrMarked(nodes.http(), "before"));
      write(nodes.http(), after, "after", 1);
      after.awaitAll(nodes.http());
    }
  }

  /// Writes batches, each with a datapoint of each host.
  private void write(GokuHttp http, Truth truth, String metric, int batches) {
    for (int batch = 0; batch < batches; batch++) {
      clock.advance(Duration.ofSeconds(1));
      List<Long> now = times(clock.millis(), 1, 1);
      truth.write(http, metric, HOSTS, 1, now, 0);
    }
  }
}
