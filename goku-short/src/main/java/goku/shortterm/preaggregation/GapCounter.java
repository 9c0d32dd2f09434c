package goku.shortterm.preaggregation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Counts in the cells which series lack them between two cells that they have: there a query may
/// have to interpolate. A gap may reach over buckets. Owned by the writer.
///
/// Rows that are changed are begun here and ended together, so that readers see all of it or
/// nothing.
final class GapCounter {
  private static final long NOWHERE = Long.MIN_VALUE;

  private final List<BucketAggregates> begun = new ArrayList<>();
  private int row;

  /// The changes that follow are of this row, and become visible with `end`.
  void begin(int row) {
    this.row = row;
    begun.clear();
  }

  /// More than the newest cells of the row are changed in a bucket.
  void touch(BucketAggregates aggregates) {
    if (aggregates.rows.begin(row)) {
      begun.add(aggregates);
    }
  }

  void end() {
    for (BucketAggregates aggregates : begun) {
      aggregates.rows.end(row);
    }
    begun.clear();
  }

  /// A series has datapoints in two cells of the bucket and none in between, or has no longer.
  ///
  /// @param sign 1 if it has, -1 if not any more
  void within(BucketAggregates aggregates, int from, int to, int sign) {
    if (to - from > 1) {
      touch(aggregates);
      aggregates.cells.addGap(aggregates.cell(row, from + 1), sign);
      aggregates.cells.addGap(aggregates.cell(row, to), -sign);
      aggregates.rows.lacks(row, to - from - 1);
    }
  }

  /// The series at a slot has datapoints in one of the rule's buckets, from one cell to another,
  /// and maybe in others before and behind: what it lacks in between, and no longer lacks.
  ///
  /// @param all those of the rule, ascending
  /// @param sign 1 if it has these datapoints now, -1 if not any more
  /// @param without its cells are not yet those of a series that lacks the bucket
  void around(
      List<BucketAggregates> all,
      BucketAggregates aggregates,
      int slot,
      int first,
      int last,
      int sign,
      @Nullable BucketAggregates without) {
    long before = lastBefore(all, aggregates, slot);
    long behind = firstBehind(all, aggregates, slot);
    if (before != NOWHERE && behind != NOWHERE) {
      between(all, slot, before, behind, -sign, without);
    }
    if (before != NOWHERE) {
      between(all, slot, before, aggregates.firstCell + first, sign, null);
    }
    if (behind != NOWHERE) {
      between(all, slot, aggregates.firstCell + last, behind, sign, null);
    }
  }

  /// The series at a slot has datapoints before the bucket and behind it, and none in it.
  void through(List<BucketAggregates> all, BucketAggregates aggregates, int slot) {
    long before = lastBefore(all, aggregates, slot);
    long behind = firstBehind(all, aggregates, slot);
    if (before != NOWHERE && behind != NOWHERE) {
      between(List.of(aggregates), slot, before, behind, 1, null);
    }
  }

  private static long lastBefore(List<BucketAggregates> all, BucketAggregates one, int slot) {
    for (int i = all.indexOf(one) - 1; i >= 0; i--) {
      long span = all.get(i).spans.get(slot);
      if (span != SpanTable.NONE) {
        return all.get(i).firstCell + all.get(i).cellAt(SpanTable.last(span));
      }
    }
    return NOWHERE;
  }

  private static long firstBehind(List<BucketAggregates> all, BucketAggregates one, int slot) {
    for (int i = all.indexOf(one) + 1; i < all.size(); i++) {
      long span = all.get(i).spans.get(slot);
      if (span != SpanTable.NONE) {
        return all.get(i).firstCell + all.get(i).cellAt(SpanTable.first(span));
      }
    }
    return NOWHERE;
  }

  /// Cells are counted from the epoch on. Buckets that do not include the series get to know it
  /// when they do.
  private void between(
      List<BucketAggregates> all,
      int slot,
      long from,
      long to,
      int sign,
      @Nullable BucketAggregates without) {
    if (to - from <= 1) {
      return;
    }
    for (BucketAggregates one : all) {
      long start = from + 1 - one.firstCell;
      long stop = to - one.firstCell;
      if (one != without && one.includes(slot) && start <= one.cellCount && stop >= 0) {
        touch(one);
        one.rows.lacks(row, (int) Math.min(to - from - 1, Integer.MAX_VALUE));
        if (start <= 0) {
          one.rows.addCarry(row, sign);
        } else if (start < one.cellCount) {
          one.cells.addGap(one.cell(row, (int) start), sign);
        }
        if (stop < one.cellCount) {
          one.cells.addGap(one.cell(row, (int) stop), -sign);
        }
      }
    }
  }
}
