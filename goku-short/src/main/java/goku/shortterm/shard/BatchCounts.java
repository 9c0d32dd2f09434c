package goku.shortterm.shard;

/// The counts of a batch's applied and rejected datapoints, until they are reported. Owned by the
/// writer.
final class BatchCounts {
  private int applied;
  private int expired;
  private int future;
  private int name;

  void applied() {
    applied++;
  }

  void rejected(RejectReason reason) {
    switch (reason) {
      case EXPIRED -> expired++;
      case FUTURE -> future++;
      case NAME -> name++;
    }
  }

  /// Reports all counts and starts again from zero.
  void report(ShardMetrics metrics) {
    metrics.applied(applied);
    metrics.refused(RejectReason.EXPIRED, expired);
    metrics.refused(RejectReason.FUTURE, future);
    metrics.refused(RejectReason.NAME, name);
    applied = 0;
    expired = 0;
    future = 0;
    name = 0;
  }
}
