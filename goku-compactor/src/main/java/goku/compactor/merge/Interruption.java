package goku.compactor.merge;

/// A check that ends a long loop early when its thread is interrupted.
final class Interruption {
  /// The number of turns between two checks. This number of terms or series takes some
  /// milliseconds.
  private static final int EVERY = 1024;

  private Interruption() {}

  /// Throws if the thread is interrupted. For every turn of a loop; checks only in some turns.
  ///
  /// @param turn number of the turn
  static void check(long turn) throws InterruptedException {
    if (turn % EVERY == 0 && Thread.interrupted()) {
      throw new InterruptedException("compaction interrupted");
    }
  }
}
