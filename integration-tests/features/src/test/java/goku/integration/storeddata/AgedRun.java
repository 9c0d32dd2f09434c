package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A run of some days by its own clock, which is prepared once and copied for each test: the
/// process itself has finalized, uploaded and compacted all but the last day. Thread-safe.
final class AgedRun {
  static final Settings SETTINGS = new Settings("26h", "40h", "{raw-ttl: 24d}");
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration LAST = Duration.ofMinutes(10);
  private static final Duration FINALIZED = Duration.ofHours(28);
  private static final int DAYS = 12;
  private static final int HOSTS = 4;

  /// The directory of the run that is copied, which stays for an examination.
  private static final Path DIRECTORY = Path.of("target", "aged-run").toAbsolutePath();

  private static @Nullable StoredRun prepared;

  private AgedRun() {}

  /// Returns a run of its own, whose process does not run. Its clock is that of this machine.
  ///
  /// @param temporary the directory for it
  static synchronized StoredRun copy(Path temporary) throws IOException {
    return prepared().copyTo(Files.createTempDirectory(temporary, "copy"));
  }

  private static StoredRun prepared() throws IOException {
    StoredRun before = prepared;
    if (before != null) {
      return before;
    }
    StoredFiles.remove(DIRECTORY);
    try (var run = StoredRun.withClock(DIRECTORY, SETTINGS, HOSTS)) {
      run.clock().set(DAY.multipliedBy(DAYS).negated());
      long from =
          Instant.ofEpochMilli(run.now()).minus(DAY).truncatedTo(ChronoUnit.HOURS).toEpochMilli();
      for (int day = 0; day <= DAYS; day++) {
        run.start();
        long to = run.now() - LAST.toMillis();
        run.points.write(run.http(), from, to, STEP);
        from += Math.ceilDiv(to - from, STEP.toMillis()) * STEP.toMillis();
        if (day > 0) {
          run.awaitFinalized(run.now() - FINALIZED.toMillis());
        }
        run.awaitCompacted();
        run.awaitExact();
        run.stop();
        if (day < DAYS) {
          run.pass(DAY);
        }
      }
      assertThat(StoredFiles.find(run.files.gokuL(), StoredFiles::isSst)).isNotEmpty();
      prepared = run;
      return run;
    }
  }
}
