package goku.shortterm.preaggregation;

import java.lang.invoke.VarHandle;
import java.util.List;

/// A reader of a group's cells in the window of a query, as they were at one moment. Owned by one
/// thread, which holds a pin, and reused for each group.
final class RowReader {
  /// The number of attempts. If a row changes during each of them, its series are read instead.
  private static final int ATTEMPTS = 4;

  /// The buckets of the window, ascending.
  private final List<BucketAggregates> buckets;

  private final CellGrid grid;
  private final int[] versions;

  private final CellValues values;

  /// The most consecutive cells that some series lacks, in any of the buckets.
  private int longestGap;

  /// The flags of all buckets.
  private int flags;

  RowReader(List<BucketAggregates> buckets, CellGrid grid) {
    this.buckets = buckets;
    this.grid = grid;
    versions = new int[buckets.size()];
    values = new CellValues(grid.cells());
  }

  /// Fills `values` with the cells of the row. Returns false if the row changes all the time.
  boolean read(int row) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (begin(row)) {
        longestGap = 0;
        flags = 0;
        // newest first: a reader that sees a datapoint then sees all earlier ones of the series
        for (int i = buckets.size() - 1; i >= 0; i--) {
          readBucket(buckets.get(i), row);
        }
        VarHandle.acquireFence();
        if (isUnchanged(row)) {
          return true;
        }
      }
      Thread.onSpinWait();
    }
    return false;
  }

  private boolean begin(int row) {
    for (int i = 0; i < versions.length; i++) {
      versions[i] = buckets.get(i).rows().version(row);
      if ((versions[i] & 1) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isUnchanged(int row) {
    for (int i = 0; i < versions.length; i++) {
      if (buckets.get(i).rows().version(row) != versions[i]) {
        return false;
      }
    }
    return true;
  }

  private void readBucket(BucketAggregates bucket, int row) {
    long shift = bucket.firstCell() - grid.firstCell();
    int before = 0;
    for (int cell = bucket.cellCount() - 1; cell >= 0; cell--) {
      long at = cell + shift;
      if (at >= 0 && at < grid.cells()) {
        bucket.cells().read(bucket.cell(row, cell), values, (int) at);
      } else if (at < 0) {
        before += bucket.cells().gap(bucket.cell(row, cell));
      }
    }
    int lacking = bucket.rows().carry(row) + before;
    int from = (int) Math.max(0, shift);
    int to = (int) Math.min(grid.cells(), shift + bucket.cellCount());
    for (int at = from; at < to; at++) {
      lacking += values.gaps()[at];
      values.gaps()[at] = lacking;
    }
    longestGap = Math.max(longestGap, bucket.rows().longest(row));
    flags |= bucket.rows().flags(row);
  }

  CellValues values() {
    return values;
  }

  int longestGap() {
    return longestGap;
  }

  int flags() {
    return flags;
  }
}
