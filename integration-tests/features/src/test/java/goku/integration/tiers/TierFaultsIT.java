package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.s3.S3Fault;
import goku.testkit.s3.S3Server;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One of eight requests to S3 goes wrong, at every stage from the finalized windows to GokuL.
class TierFaultsIT {
  private static final List<S3Fault> KINDS =
      Stream.of(S3Fault.values()).filter(kind -> kind != S3Fault.SILENT).toList();
  private static final int ONE_OF = 8;

  /// Silence takes a second each time.
  private static final int SILENT_ONE_OF = 200;

  /// Short, because a client waits for so long when the store is silent.
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(1);

  private static final int MOST_TRIES = 200;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(longs = 1)
  void nothingHalfDoneIsSeenAndInTheEndAllIsThere(long seed) throws Exception {
    Map<String, String> wanted;
    try (var undisturbed = new TierDeployment(directory.resolve("undisturbed-" + seed))) {
      undisturbed.finalizeDay();
      undisturbed.compactUntilIdle();
      wanted = undisturbed.s3Content();
    }
    var random = new Random(seed);
    try (var s3 = new S3Server(READ_TIMEOUT);
        var deployment = new TierDeployment(directory.resolve("disturbed-" + seed), s3.config())) {
      deployment.finalizeDay();
      boolean failed = disturbed(s3, random, deployment, deployment::compactUntilIdle);
      assertThat(deployment.s3Content()).isEqualTo(wanted);
      failed |= disturbed(s3, random, deployment, deployment::pollLong);
      assertThat(failed).as("faults have been noticed").isTrue();
      deployment.requireAllDatapoints();
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  /// Tries until it succeeds under faults; whether it failed before.
  private static boolean disturbed(S3Server s3, Random random, TierDeployment deployment, Work work)
      throws Exception {
    boolean failed = false;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      s3.disturb(() -> fault(random));
      try {
        work.run();
        s3.disturb(() -> null);
        return failed;
      } catch (RuntimeException e) {
        s3.disturb(() -> null);
        failed = true;
        assertThat(messages(e)).containsIgnoringCase("s3");
        deployment.requireWholeWindowsOnly();
      }
    }
    throw new IllegalStateException("not done after %d tries".formatted(MOST_TRIES));
  }

  private static synchronized @Nullable S3Fault fault(Random random) {
    if (random.nextInt(SILENT_ONE_OF) == 0) {
      return S3Fault.SILENT;
    }
    return random.nextInt(ONE_OF) == 0 ? KINDS.get(random.nextInt(KINDS.size())) : null;
  }

  private static String messages(Throwable failure) {
    return failure.getCause() == null
        ? String.valueOf(failure.getMessage())
        : failure.getMessage() + "; " + messages(failure.getCause());
  }
}
