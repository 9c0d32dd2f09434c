package goku.cluster.map;

/// Lags that make the same difference to who routes by them. A lag that grows within a step is not
/// worth a write to ZooKeeper.
final class LagStep {
  private static final long[] STEPS_MILLIS = {1000, 5000, 30_000, 300_000, 3_600_000};

  private LagStep() {}

  /// 0 below a second, up to 5 from an hour on.
  static int of(long lagMillis) {
    int step = 0;
    while (step < STEPS_MILLIS.length && lagMillis >= STEPS_MILLIS[step]) {
      step++;
    }
    return step;
  }
}
