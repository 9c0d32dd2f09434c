package goku.shortterm.backup;

import java.time.Duration;

/// How long a recovery waits for S3 to say what it has. Shards are opened one after the other, so
/// when S3 has kept one waiting in vain, those behind it wait less, until S3 answers again: least
/// of all those that can begin with a snapshot of the local disk. Thread-safe.
final class Patience {
  private static final int FEWER_WITH_SNAPSHOT = 20;
  private static final int FEWER_WITHOUT = 4;

  private final Duration whole;
  private volatile boolean isSilent;

  Patience(Duration whole) {
    this.whole = whole;
  }

  Duration next(boolean hasSnapshot) {
    if (!isSilent) {
      return whole;
    }
    return whole.dividedBy(hasSnapshot ? FEWER_WITH_SNAPSHOT : FEWER_WITHOUT);
  }

  /// @param answered whether S3 said what it has
  void heard(boolean answered) {
    isSilent = !answered;
  }
}
