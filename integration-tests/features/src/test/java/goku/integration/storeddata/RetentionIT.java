package goku.integration.storeddata;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process whose retention on disk changes. What the new retention keeps stays, and
/// what a wrong one would remove stays until the grace period ends.
@EnabledIfSystemProperty(named = "goku.long", matches = "true")
class RetentionIT {
  private static final Duration WATCH = Duration.ofSeconds(15);
  private static final Duration DAY = Duration.ofDays(1);
  private static final int LATER_DAYS = 4;

  @TempDir Path temporary;

  @Test
  void aRaisedRawTtlKeepsRawDatapoints() throws IOException {
    keeps(new Settings("26h", "40h", "{raw-ttl: 80d}"));
  }

  @Test
  void fewerTiersKeepWhatTheTtlKeeps() throws IOException {
    keeps(new Settings("26h", "40h", "{raw-ttl: 18d}"));
  }

  /// Raw datapoints are older than a TTL of two days, but it is in force for seconds only.
  @Test
  void aWrongTtlForAMomentRemovesNothing() throws IOException {
    try (var run = AgedRun.copy(temporary)) {
      run.start();
      run.watch(Duration.ofSeconds(2));
      run.change(new Settings("26h", "40h", "{raw-ttl: 2d}"));
      run.watch(Duration.ofSeconds(7));
      run.change(AgedRun.SETTINGS);
      run.watch(WATCH);
      run.awaitCompacted();
      run.awaitExact();
      run.stop();
      StoredFiles.remove(run.files.gokuL());
      run.start();
      run.awaitExact();
    }
  }

  private void keeps(Settings settings) throws IOException {
    try (var run = AgedRun.copy(temporary)) {
      run.start();
      run.watch(Duration.ofSeconds(2));
      run.change(settings);
      run.watch(WATCH);
      for (int day = 0; day < LATER_DAYS; day++) {
        run.stop();
        run.pass(DAY);
        run.start();
        run.awaitCompacted();
        run.watch(Duration.ofSeconds(2));
      }
      run.stop();
      StoredFiles.remove(run.files.gokuL());
      run.start();
      run.awaitExact();
    }
  }
}
