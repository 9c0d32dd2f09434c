package goku.compactor;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.plan.Deployments;
import goku.model.Namespace;
import goku.testkit.ManualClock;
import goku.testkit.TestForm;
import goku.testkit.compactor.IdleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crashes of a compactor at calls to S3, before or after their effect, after which another
/// continues.
class CrashTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

  /// The distance between crashing calls. Odd, so that every other crash comes after the effect.
  private static final int STRIDE = TestForm.isLong() ? 1 : 9;

  /// A namespace of one shard of GokuS and two of GokuL, with raw datapoints only.
  private static final Namespace NAMESPACE = Deployments.namespace(1, 2, List.of());

  @TempDir private Path directory;

  private static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void aCrashAtAnyCallLeadsToTheSameFinalState() throws Exception {
    var reference = new MemoryStorage();
    run(reference, directory.resolve("reference"), -1, false);
    int calls = reference.calls();
    Map<String, String> expected = reference.content();
    assertThat(calls).isGreaterThan(150);
    assertThat(expected.keySet()).anyMatch(key -> key.startsWith("long/00001/tier-2/"));
    // the late generation of a window that was compacted reached the highest tier
    assertThat(expected.keySet()).anyMatch(key -> key.matches("long/0000./tier-2/.*-2/.*"));

    for (int call = 0; call < calls; call += STRIDE) {
      var storage = new MemoryStorage();
      boolean before = call % 2 == 0;
      run(storage, directory.resolve("run"), call, before);
      assertThat(storage.content()).as("died at call %d", call).isEqualTo(expected);
    }
  }

  /// @param dieAt number of the call that fails before or after its effect; -1 for none
  private static void run(MemoryStorage storage, Path work, int dieAt, boolean before)
      throws Exception {
    var clock = new ManualClock(START);
    storage.fault(call -> dieIf(before && call == dieAt), call -> dieIf(!before && call == dieAt));
    for (int step = 0; step < 8; step++) {
      long now = START.toEpochMilli() + (step * 8L + 4) * HOUR;
      clock.set(Instant.ofEpochMilli(now));
      for (int window = step * 4; window < step * 4 + 4 && window < 16; window++) {
        Compactors.finalized(storage, 0, START.toEpochMilli() + window * 2L * HOUR, 1, 0, 1, 4);
      }
      if (step == 3) {
        // comes late, and a series was deleted
        Compactors.finalized(storage, 0, START.toEpochMilli() + 4 * HOUR, 2, 0, 1);
      }
      if (!runUntilIdle(storage, work, clock)) {
        assertThat(runUntilIdle(storage, work, clock)).isTrue();
      }
      assertThat(filesIn(work)).isEmpty();
    }
  }

  private static boolean runUntilIdle(MemoryStorage storage, Path work, ManualClock clock)
      throws InterruptedException {
    try (var service = Compactors.of(work, NAMESPACE, clock, storage)) {
      IdleRun.untilIdle(service);
      return true;
    } catch (Died died) {
      return false;
    } catch (IllegalStateException failed) {
      if (failed.getCause() instanceof Died) {
        return false;
      }
      throw failed;
    }
  }

  private static void dieIf(boolean now) {
    if (now) {
      throw new Died();
    }
  }

  private static List<Path> filesIn(Path work) throws IOException {
    try (Stream<Path> files = Files.walk(work)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().equals("lock"))
          .toList();
    }
  }
}
