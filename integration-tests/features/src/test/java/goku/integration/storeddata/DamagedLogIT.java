package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process whose Kafka lost or changed a part of what it had acknowledged. The process
/// serves the rest, marks the loss, and goes on.
@TestInstance(Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class DamagedLogIT {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration WATCH = Duration.ofSeconds(30);

  /// The place of a byte in the last part of a log, which must be replayed.
  private static final double BEFORE_THE_END = 0.97;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private PreparedRun prepared;

  @BeforeAll
  void keep(@TempDir Path directory) {
    prepared = new PreparedRun(directory);
  }

  @Test
  void aFlippedByteOfTheReplayedLogIsMarked() throws IOException {
    try (var run = prepared.copy()) {
      run.start();
      long now = System.currentTimeMillis();
      for (int minutes = 240; minutes > 180; minutes--) { // a batch each
        long from = now - minutes * MINUTE.toMillis() + 7;
        run.points.write(run.http(), from, from + 1, MINUTE);
      }
      run.kill();
      for (int shard = 0; shard < Settings.SHARDS; shard++) {
        Path log = run.files.kafka().resolve(Settings.TOPIC + "-" + shard);
        StoredFiles.flip(StoredFiles.largest(log, ".log"), BEFORE_THE_END);
      }
      run.start();
      run.watch(WATCH);
      assertThat(run.compare().marked()).isPositive();
      run.points.write(run.http(), now - 1000, now, Duration.ofSeconds(1));
      run.awaitApplied();
      run.watch(Duration.ofSeconds(2));
    }
  }

  @Test
  void theFilesAreServedAfterAllOfKafkaIsLost() throws IOException {
    try (var run = prepared.copy()) {
      StoredFiles.remove(run.files.kafka());
      run.start();
      run.watch(WATCH);
      long now = System.currentTimeMillis();
      run.points.write(run.http(), now - 1000, now, Duration.ofSeconds(1));
      run.awaitApplied();
      run.watch(Duration.ofSeconds(5));
      run.stop();
      StoredFiles.remove(run.files.gokuS());
      run.start();
      run.watch(WATCH);
    }
  }
}
