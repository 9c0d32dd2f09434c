package goku.shortterm.preaggregation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A counter, in the cells, of the series that lack them between two cells that they have: there a
/// query may have to interpolate. A gap may span buckets. Owned by the writer.
///
/// Changed rows are begun here and ended together, so that readers see all changes or none.
final class GapCounter {
  private static final long NOWHERE = Long.MIN_VALUE;

  private final List<BucketAggregates> begun = new ArrayList<>();
  private int row;

  /// Begins changes of a row, which become visible with `end`.
  void begin(int row) {
    this.row = row;
    begun.clear();
  }

  /// Reports that more than the newest cells of a bucket's rows change.
  void touch(BucketAggregates aggregates) {
    if (aggregates.rows().begin(row)) {
      begun.add(aggregates);
    }
  }

  void end() {
    for (BucketAggregates aggregates : begun) {
      aggregates.rows().end(row);
    }
    begun.clear();
  }

  /// Counts a series that has datapoints in two cells of the bucket and none in between, or no
  /// longer has.
  ///
  /// @param sign 1 if it has, -1 if it no longer has
  void within(BucketAggregates aggregates, int from, int to, int sign) {
    if (to - from > 1) {
      touch(aggregates);
      aggregates.cells().addGap(aggregates.cell(row, from + 1), sign);
      aggregates.cells().addGap(aggregates.cell(row, to), -sign);
      aggregates.rows().lacks(row, to - from - 1);
    }
  }

  /// Counts the gaps of a series that has datapoints in one of the rule's buckets, from one cell to
  /// another, and maybe in earlier and later buckets.
  ///
  /// @param all the buckets of the rule, ascending
  /// @param sign 1 if it has these datapoints now, -1 if it no longer has
  /// @param without its cells do not yet count the series as lacking the bucket
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
      between(all, slot, before, aggregates.firstCell() + first, sign, null);
    }
    if (behind != NOWHERE) {
      between(all, slot, aggregates.firstCell() + last, behind, sign, null);
    }
  }

  /// Counts a series with datapoints before and after the bucket, and none in it.
  void through(List<BucketAggregates> all, BucketAggregates aggregates, int slot) {
    long before = lastBefore(all, aggregates, slot);
    long behind = firstBehind(all, aggregates, slot);
    if (before != NOWHERE && behind != NOWHERE) {
      between(List.of(aggregates), slot, before, behind, 1, null);
    }
  }

  private static long lastBefore(List<BucketAggregates> all, BucketAggregates one, int slot) {
    for (int i = all.indexOf(one) - 1; i >= 0; i--) {
      long span = all.get(i).spans().get(slot);
      if (span != SpanTable.NONE) {
        return all.get(i).firstCell() + all.get(i).cellAt(SpanTable.last(span));
      }
    }
    return NOWHERE;
  }

  private static long firstBehind(List<BucketAggregates> all, BucketAggregates one, int slot) {
    for (int i = all.indexOf(one) + 1; i < all.size(); i++) {
      long span = all.get(i).spans().get(slot);
      if (span != SpanTable.NONE) {
        return all.get(i).firstCell() + all.get(i).cellAt(SpanTable.first(span));
      }
    }
    return NOWHERE;
  }

  /// Counts a gap, with cells counted from the epoch on. Buckets that do not include the series
  /// count it when they do.
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
      long start = from + 1 - one.firstCell();
      long stop = to - one.firstCell();
      if (one != without && one.includes(slot) && start <= one.cellCount() && stop >= 0) {
        touch(one);
        one.rows().lacks(row, (int) Math.min(to - from - 1, Integer.MAX_VALUE));
        if (start <= 0) {
          one.rows().addCarry(row, sign);
        } else if (start < one.cellCount()) {
          one.cells().addGap(one.cell(row, (int) start), sign);
        }
        if (stop < one.cellCount()) {
          one.cells().addGap(one.cell(row, (int) stop), -sign);
        }
      }
    }
  }
}
