package goku.integration.storeddata;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process whose memory is to keep more than it did, and less again.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class RaisedMemoryIT {
  private static final Settings RAISED = new Settings("3d", "5d", "{raw-ttl: 24d}");
  private static final Duration WATCH = Duration.ofSeconds(20);
  private static final Duration FEW_HOURS = Duration.ofHours(5);

  @TempDir Path temporary;

  @Test
  void aRaisedMemoryTtlLosesNothingWhileTheProcessRuns() throws IOException {
    try (var run = AgedRun.copy(temporary)) {
      run.start();
      run.change(RAISED);
      run.watch(WATCH);
      offerLateDatapoints(run);
      run.watch(WATCH);
      run.stop();
      run.pass(FEW_HOURS);
      run.start();
      thereAndBack(run);
    }
  }

  @Test
  void aMemoryTtlThatIsRaisedAtARestartLosesNothing() throws IOException {
    try (var run = AgedRun.copy(temporary)) {
      run.change(RAISED);
      run.start();
      run.watch(WATCH);
      offerLateDatapoints(run);
      thereAndBack(run);
    }
  }

  private static void offerLateDatapoints(StoredRun run) {
    long late = run.now() - Duration.ofHours(60).toMillis();
    int acknowledged =
        run.points.offer(run.http(), late, late + FEW_HOURS.toMillis(), Duration.ofHours(1));
    System.out.printf("%d datapoints of 60 hours ago were acknowledged%n", acknowledged);
    run.awaitApplied();
  }

  private static void thereAndBack(StoredRun run) throws IOException {
    run.watch(WATCH);
    run.change(AgedRun.SETTINGS);
    run.watch(WATCH);
    run.stop();
    run.pass(FEW_HOURS);
    run.start();
    run.awaitCompacted();
    run.watch(WATCH);
    run.loseDisks();
    run.awaitExact();
  }
}
