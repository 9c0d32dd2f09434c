package goku.integration.conformance;

import goku.integration.fixture.GokuProcess;
import goku.root.conformance.corpus.Corpus;
import goku.root.conformance.corpus.Differences;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.Shift;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// A strict standalone process answers every recorded case as OpenTSDB 2.4.1 did, over real
/// sockets, except for those in `differences.txt`.
@TestInstance(Lifecycle.PER_CLASS)
class ConformanceIT {
  private final Instant now = Instant.now();
  private final Shift shift = Shift.before(now);
  private final Differences differences = new Differences("differences");

  @SuppressWarnings("NullAway.Init") // set before the first test
  private GokuProcess goku;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private LiveTarget target;

  @BeforeAll
  void startAndLoad(@TempDir Path directory) throws IOException {
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), namespaces());
    goku =
        GokuProcess.start(
            directory.resolve("data"),
            "--strict",
            "--no-agent",
            "--namespaces",
            namespaces.toString());
    target = new LiveTarget(goku.port(), shift);
    new LiveDataSet(goku.http(), shift).load();
  }

  private String namespaces() {
    return """
    namespaces:
      - name: ns1
        default: true
        backfill: %1$dd
        memory-ttl: %1$dd
        kafka-topic: goku-ns1
        s3: {bucket: goku-ns1}
        shard-groups: 2
        shards-per-group: 2
        metrics: []
    """
        .formatted(Shift.daysToTake(now));
  }

  @AfterAll
  void stop() {
    goku.close();
  }

  @TestFactory
  Stream<DynamicContainer> answersAsOpenTsdb() {
    return Corpus.FILES.stream()
        .map(
            file ->
                DynamicContainer.dynamicContainer(
                    file, Corpus.cases(file).stream().map(this::test)));
  }

  private DynamicTest test(RecordedCase recorded) {
    return DynamicTest.dynamicTest(
        recorded.id(),
        () -> {
          Assumptions.assumeTrue(recorded.suits(shift), () -> "not comparable, moved by " + shift);
          differences.judge(recorded, () -> target.check(recorded));
        });
  }
}
