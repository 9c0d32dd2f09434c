package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A run that is prepared once, and copied for each test: days of datapoints, of which the tiers
/// have all but the last half day. Owned by one thread.
final class PreparedRun {
  static final Settings SETTINGS = new Settings("34h", "40h", "{raw-ttl: 24d}");
  private static final Duration BACKFILL = Duration.ofHours(34);
  private static final Duration MEMORY_TTL = Duration.ofHours(40);
  private static final Duration PAST_STEP = Duration.ofMinutes(5);
  private static final int PAST_WINDOWS = TestForm.isLong() ? 36 : 12;
  private static final int FINALIZED_WINDOWS = 10;
  private static final int HOSTS = 4;

  private final Path temporary;
  private @Nullable StoredRun prepared;

  PreparedRun(Path temporary) {
    this.temporary = temporary;
  }

  /// Returns a run of its own, whose process does not run.
  StoredRun copy() throws IOException {
    return prepared().copyTo(Files.createTempDirectory(temporary, "copy"));
  }

  private StoredRun prepared() throws IOException {
    StoredRun before = prepared;
    if (before != null) {
      return before;
    }
    Path directory = Files.createTempDirectory(temporary, "prepared");
    try (var run = StoredRun.empty(directory, SETTINGS, HOSTS)) {
      long now = System.currentTimeMillis();
      long live = PastWindows.begin(now - BACKFILL.toMillis()) + PastWindows.WINDOW;
      long memory = PastWindows.begin(now - MEMORY_TTL.toMillis()); // others have another log
      long past = memory - PAST_WINDOWS * PastWindows.WINDOW;
      run.points.expect(past, memory, PAST_STEP);
      new PastWindows(run, SETTINGS).store(past, memory);
      run.start();
      run.points.write(
          run.http(), live, now - Duration.ofMinutes(1).toMillis(), Duration.ofMinutes(1));
      run.finalizeThrough(live + FINALIZED_WINDOWS * PastWindows.WINDOW);
      run.awaitCompacted();
      run.awaitExact();
      assertThat(StoredFiles.find(run.files.gokuL(), StoredFiles::isSst)).isNotEmpty();
      run.stop();
      prepared = run;
      return run;
    }
  }
}
