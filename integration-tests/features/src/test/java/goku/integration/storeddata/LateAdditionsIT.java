package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process that changes windows which the tiers have consumed, and does not run when
/// they leave memory.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class LateAdditionsIT {
  private static final Settings SHORT = new Settings("1h", "24h", "{raw-ttl: 24d}");
  private static final Settings RAISED = new Settings("16h", "24h", "{raw-ttl: 24d}");
  private static final Duration LATE = Duration.ofHours(14);
  private static final Duration WINDOW = Duration.ofHours(2);

  @TempDir Path temporary;

  @SuppressWarnings("NullAway.Init") // set before each test
  private StoredRun consumed;

  /// All but the last hours are in the tiers, and late datapoints are taken again.
  @BeforeEach
  void consume() throws IOException {
    consumed = AgedRun.copy(temporary);
    consumed.change(SHORT);
    consumed.start();
    consumed.awaitFinalized(consumed.now() - Duration.ofHours(4).toMillis());
    consumed.awaitCompacted();
    consumed.awaitExact();
    consumed.change(RAISED);
  }

  @Test
  void lateDatapointsOfConsumedWindowsOutlastTheirTimeInMemory() throws IOException {
    try (var run = consumed) {
      add(run);
      run.stop();
      requireAllAfter(run, Duration.ofHours(23));
    }
  }

  @Test
  void lateDatapointsOutlastAKillAndTheLossOfGokuS() throws IOException {
    try (var run = consumed) {
      add(run);
      run.kill();
      StoredFiles.remove(run.files.gokuS());
      requireAllAfter(run, LATE);
    }
  }

  @Test
  void deletesOfConsumedWindowsOutlastTheirTimeInMemory() throws IOException {
    try (var run = consumed) {
      delete(run);
      run.stop();
      requireAllAfter(run, Duration.ofHours(23));
    }
  }

  @Test
  void deletesOutlastAKillAndTheLossOfGokuS() throws IOException {
    try (var run = consumed) {
      delete(run);
      run.kill();
      StoredFiles.remove(run.files.gokuS());
      requireAllAfter(run, LATE);
    }
  }

  /// 100 datapoints between those that are there.
  private static void add(StoredRun run) {
    long late = PastWindows.begin(run.now() - LATE.toMillis()) + 1234;
    await("the raised backfill is in force")
        .until(() -> run.points.offer(run.http(), late - 1, late, Duration.ofMillis(1)) > 0);
    int taken =
        run.points.offer(
            run.http(), late, late + WINDOW.toMillis() - 2000, Duration.ofSeconds(288));
    assertThat(taken).isEqualTo(100);
    run.awaitApplied();
    run.awaitExact();
  }

  private static void delete(StoredRun run) {
    long late = PastWindows.begin(run.now() - LATE.toMillis());
    run.points.delete(run.http(), late, late + WINDOW.toMillis());
    run.awaitApplied();
    run.awaitExact();
  }

  private static void requireAllAfter(StoredRun run, Duration stopped) throws IOException {
    run.pass(stopped);
    run.start();
    run.watch(Duration.ofSeconds(10));
    run.awaitCompacted();
    run.awaitExact();
    run.stop();
    run.pass(Duration.ofHours(40));
    run.start();
    run.awaitCompacted();
    run.awaitExact();
    run.loseDisks();
    run.awaitExact();
  }
}
