package goku.compactor.merge;

/// Lets a long loop end early when its thread is interrupted.
final class Interruption {
  /// So many terms or series take some milliseconds.
  private static final int EVERY = 1024;

  private Interruption() {}

  /// To be called in each turn; looks in some of them only.
  ///
  /// @param turn its number
  static void check(long turn) throws InterruptedException {
    if (turn % EVERY == 0 && Thread.interrupted()) {
      throw new InterruptedException("compaction interrupted");
    }
  }
}
