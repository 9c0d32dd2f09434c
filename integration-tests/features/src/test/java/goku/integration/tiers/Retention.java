package goku.integration.tiers;

import goku.model.Disk;
import goku.model.Rollup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The times from which on each form of a namespace's datapoints can be read. Each is rounded down
/// to an interval of the next coarser form, so that none of its intervals is cut.
record Retention(Disk disk, Instant now) {
  /// The first millisecond of raw datapoints.
  long rawFrom() {
    return floor(disk.rawTtl(), disk.rollups().isEmpty() ? 1 : interval(0));
  }

  /// The first millisecond of the n-th rollup, the finest being 0.
  long rollupFrom(int n) {
    int coarser = Math.min(n + 1, rollups().size() - 1);
    return floor(rollups().get(n).ttl(), interval(coarser));
  }

  List<Rollup> rollups() {
    return disk.rollups();
  }

  /// Returns the interval of the n-th rollup in milliseconds.
  long interval(int n) {
    return rollups().get(n).interval().toMillis();
  }

  private long floor(Duration ttl, long interval) {
    return Math.floorDiv(now.minus(ttl).toEpochMilli(), interval) * interval;
  }
}
