package goku.shortterm.backup;

import java.time.Duration;

/// The time that a recovery waits for a listing of S3. Shards are opened one after the other. After
/// a wait in vain, the next shards wait less, until S3 answers again. Shards with a local snapshot
/// wait least. Thread-safe.
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

  /// @param answered whether S3 returned its listing
  void heard(boolean answered) {
    isSilent = !answered;
  }
}
