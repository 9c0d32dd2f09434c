package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.ServiceRun;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node of GokuL is killed while it brings buckets from S3: once in the short form, fifty times
/// in the long one.
class KilledLongIT {
  private static final int RUNS = TestForm.isLong() ? 50 : 1;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void servesABucketWholeOrNotAtAllAndInTheEndAllOfThem() throws Exception {
    var random = new Random(TestForm.seed());
    for (int run = 0; run < RUNS; run++) {
      try (var deployment = new TierDeployment(directory.resolve("run-" + run))) {
        deployment.finalizeDay();
        deployment.compactUntilIdle();
        int all = deployment.s3Content().size();
        int files = 1 + random.nextInt(all);
        try (ServiceRun node = deployment.startLong()) {
          Awaitility.await("files to kill it at")
              .atMost(PATIENCE)
              .pollInterval(Duration.ofMillis(2))
              .until(() -> deployment.longFiles() >= files || !node.isAlive());
          assertThat(node.isAlive()).as(node.output()).isTrue();
          node.kill();
        }
        deployment.requireWholeWindowsOnly();
        deployment.requireAllDatapoints();
      }
    }
  }
}
