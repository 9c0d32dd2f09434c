package goku.testkit.compactor;

import goku.compactor.CompactorService;

/// A sequence of a compactor's rounds that ends when nothing is due.
public final class IdleRun {
  /// The number of rounds without work after which the run ends. A plan also depends on the listing
  /// before it, so a single round does not suffice.
  private static final int IDLE_ROUNDS = 2;

  /// The largest number of rounds, more than all tiers and two compactors need.
  private static final int MOST_ROUNDS = 100;

  private IdleRun() {}

  /// Runs all work that is due now and the work that this makes due, and removes objects no longer
  /// needed.
  ///
  /// @throws IllegalStateException when a job failed, with its failure as the cause
  public static void untilIdle(CompactorService service) throws InterruptedException {
    int idle = 0;
    for (int round = 0; idle < IDLE_ROUNDS; round++) {
      if (round == MOST_ROUNDS) {
        throw new AssertionError("the compactor still has work after %d rounds".formatted(round));
      }
      idle = service.runOnce() ? 0 : idle + 1;
    }
  }
}
