package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.ServiceRun;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The compactor's process is killed wherever it is, again and again, and goes on with another one.
/// One run in the short form, fifty in the long one.
class KilledCompactorIT {
  private static final int RUNS = TestForm.isLong() ? 50 : 1;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void leavesInS3WhatAnUndisturbedOneMakes() throws Exception {
    var random = new Random(TestForm.seed());
    try (var undisturbed = new TierDeployment(directory.resolve("undisturbed"))) {
      undisturbed.finalizeDay();
      undisturbed.compactUntilIdle();
      Map<String, String> wanted = undisturbed.s3Content();
      for (int run = 0; run < RUNS; run++) {
        try (var deployment = new TierDeployment(directory.resolve("run-" + run))) {
          deployment.finalizeDay();
          int begin = deployment.s3Content().size();
          for (int kill = 0; kill < 2; kill++) {
            // from the first file that is shuffled to the last marker
            int changes = 1 + random.nextInt(2 * begin);
            int before = deployment.s3Writes();
            try (ServiceRun compactor = deployment.startCompactor()) {
              Awaitility.await("work to kill")
                  .atMost(PATIENCE)
                  .pollInterval(Duration.ofMillis(5))
                  .until(
                      () ->
                          deployment.s3Writes() - before >= changes
                              || deployment.s3Keys().equals(wanted.keySet()));
              compactor.kill();
            }
          }
          try (ServiceRun compactor = deployment.startCompactor()) {
            Awaitility.await("the state of an undisturbed compactor")
                .atMost(PATIENCE)
                .untilAsserted(
                    () ->
                        assertThat(deployment.s3Keys())
                            .as(compactor.output())
                            .isEqualTo(wanted.keySet()));
            assertThat(deployment.s3Content()).isEqualTo(wanted);
          }
        }
      }
    }
  }
}
