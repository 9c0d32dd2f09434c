package goku.query.scan;

/// The number of series that the next task of a scan reads. Adapts to earlier tasks, so that a task
/// takes less than a millisecond and its result little memory, whether series are short or long.
/// Owned by the thread that reads the results.
final class ChunkSize {
  private static final int FIRST = 16;
  private static final int MOST = 2048;
  private static final long TASK_NANOS = 400_000;
  private static final long TASK_BYTES = 256 << 10;

  private int series = FIRST;

  int series() {
    return series;
  }

  /// Adapts to a finished task: its series, its nanoseconds, and the bytes of its result.
  void learn(int count, long nanos, long bytes) {
    long byTime = count * TASK_NANOS / Math.max(1, nanos);
    long byBytes = count * TASK_BYTES / Math.max(1, bytes);
    series = (int) Math.clamp(Math.min(byTime, byBytes), 1, Math.min(MOST, series * 4L));
  }
}
