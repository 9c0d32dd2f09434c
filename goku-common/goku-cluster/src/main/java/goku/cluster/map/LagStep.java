package goku.cluster.map;

/// The steps of lag that matter for routing. A lag that changes within a step is not worth a write
/// to ZooKeeper.
final class LagStep {
  private static final long[] STEPS_MILLIS = {1000, 5000, 30_000, 300_000, 3_600_000};

  private LagStep() {}

  /// Returns the step: 0 below a second, up to 5 from an hour on.
  static int of(long lagMillis) {
    int step = 0;
    while (step < STEPS_MILLIS.length && lagMillis >= STEPS_MILLIS[step]) {
      step++;
    }
    return step;
  }
}
