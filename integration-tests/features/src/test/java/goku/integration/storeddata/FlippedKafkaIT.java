package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process over data in which one byte of Kafka's files has changed at a random
/// offset. It serves: answers are exact or marked, and new datapoints are stored. If it refuses to
/// start, it names the remedy, after which it serves.
@TestInstance(Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class FlippedKafkaIT {
  private static final int FLIPS = Integer.getInteger("goku.flips", 200);
  private static final Duration WATCH = Duration.ofSeconds(2);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @SuppressWarnings("NullAway.Init") // set before the first test
  private PreparedRun prepared;

  @BeforeAll
  void keep(@TempDir Path directory) {
    prepared = new PreparedRun(directory);
  }

  @Test
  void theProcessServesAfterEachFlipOrItsRemedy() throws IOException {
    var random = new Random(TestForm.seed());
    for (int i = 0; i < FLIPS; i++) {
      try (var run = prepared.copy()) {
        flipOne(run, random);
        Optional<String> refusal = run.startOrRefusal();
        if (refusal.isPresent()) {
          assertThat(refusal.get()).contains("Remedy: move " + run.files.kafka() + " away");
          StoredFiles.remove(run.files.kafka());
          run.start();
        }
        run.watch(WATCH);
        long now = System.currentTimeMillis();
        run.points.write(run.http(), now - SECOND.toMillis(), now, SECOND);
        run.awaitApplied();
        run.watch(WATCH);
        run.kill();
        StoredFiles.remove(run.data());
      }
    }
  }

  private static void flipOne(StoredRun run, Random random) throws IOException {
    List<String> expected = List.of("__cluster_metadata.log", "goku-ns1.log", "meta.properties");
    StoredFiles.flipAnyKind(run.files.kafka(), FlippedKafkaIT::kind, expected, random);
  }

  /// Names of Kafka's files are a number and a kind, in a directory of a topic and a number.
  private static String kind(Path file) {
    String topic = file.getName(file.getNameCount() - 2).toString().replaceAll("-[0-9]+$", "");
    String name = file.getFileName().toString();
    return name.matches("[0-9].*") ? topic + name.replaceAll("[-0-9]", "") : name;
  }
}
