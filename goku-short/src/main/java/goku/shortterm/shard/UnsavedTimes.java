package goku.shortterm.shard;

import goku.shortterm.bucket.Bucket;

/// The oldest window of which the shard has applied a datapoint that no snapshot has. The shard's
/// writer calls `stored` and `captured`. The rest is thread-safe.
final class UnsavedTimes {
  private static final int NONE = Integer.MAX_VALUE;

  /// The oldest window since the last capture.
  private volatile int sinceCapture = NONE;

  /// The oldest window before the last capture, until its snapshot is saved. Guarded by this.
  private int beforeCapture = NONE;

  /// The offset of the last capture. Guarded by this.
  private long captured = -1;

  /// Notes that a datapoint was stored.
  ///
  /// @param bucket the number of its window
  void stored(int bucket) {
    if (bucket < sinceCapture) {
      sinceCapture = bucket;
    }
  }

  /// Notes that a capture has all datapoints up to an offset.
  synchronized void captured(long offset) {
    beforeCapture = Math.min(beforeCapture, sinceCapture);
    sinceCapture = NONE;
    captured = offset;
  }

  /// Notes that the snapshot of a capture is saved. Only the last capture has all earlier
  /// datapoints.
  synchronized void saved(long offset) {
    if (offset == captured) {
      beforeCapture = NONE;
    }
  }

  /// Returns the begin of the oldest window in epoch millis; the largest long if there is none.
  synchronized long oldestMillis() {
    int oldest = Math.min(beforeCapture, sinceCapture);
    return oldest == NONE ? Long.MAX_VALUE : Bucket.startMillis(oldest);
  }
}
