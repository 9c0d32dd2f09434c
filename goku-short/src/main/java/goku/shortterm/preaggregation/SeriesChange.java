package goku.shortterm.preaggregation;

import goku.model.PointBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The update of a bucket's cells after a change of one of its series. Owned by the writer.
final class SeriesChange {
  private final GapCounter gaps = new GapCounter();
  private final CellRun oldCells = new CellRun();
  private final CellRun newCells = new CellRun();

  /// The cells in which a series has datapoints, ascending.
  private static final class CellRun {
    private int[] cells = new int[256];
    private int count;

    void read(BucketAggregates aggregates, PointBuffer points) {
      count = 0;
      for (int i = 0; i < points.size(); i++) {
        int cell = aggregates.cellAt(points.timestamps()[i] - aggregates.bucket().startMillis());
        if (count == 0 || cells[count - 1] != cell) {
          if (count == cells.length) {
            cells = Arrays.copyOf(cells, count * 2);
          }
          cells[count++] = cell;
        }
      }
    }

    boolean is(CellRun other) {
      return Arrays.equals(cells, 0, count, other.cells, 0, other.count);
    }

    boolean hasEndsOf(CellRun other) {
      return count > 0
          && other.count > 0
          && cells[0] == other.cells[0]
          && cells[count - 1] == other.cells[other.count - 1];
    }
  }

  /// Adds a datapoint after all others of the series in the bucket.
  ///
  /// @param all the buckets of the rule, ascending
  void append(
      List<BucketAggregates> all,
      BucketAggregates aggregates,
      int row,
      int slot,
      int offset,
      double value) {
    gaps.begin(row);
    long span = aggregates.spans().get(slot);
    int cell = aggregates.cellAt(offset);
    int first = span == SpanTable.NONE ? cell : aggregates.cellAt(SpanTable.first(span));
    int last = span == SpanTable.NONE ? -1 : aggregates.cellAt(SpanTable.last(span));
    if (span == SpanTable.NONE) {
      gaps.around(all, aggregates, slot, cell, cell, 1, null);
    } else if (cell != last) {
      gaps.within(aggregates, last, cell, 1);
      if (all.getLast() != aggregates) {
        gaps.around(all, aggregates, slot, first, last, -1, null);
        gaps.around(all, aggregates, slot, first, cell, 1, null);
      }
    }
    aggregates.add(row, cell, value, cell == last ? 0 : 1);
    int begin = span == SpanTable.NONE ? offset : SpanTable.first(span);
    aggregates.spans().set(slot, SpanTable.of(begin, offset));
    gaps.end();
  }

  /// Replaces the datapoints of a series that is in the cells. Both ascending.
  void replace(
      List<BucketAggregates> all,
      BucketAggregates aggregates,
      int row,
      int slot,
      PointBuffer old,
      PointBuffer points) {
    change(all, aggregates, row, slot, old, points, null);
  }

  /// Adds a series to the cells with all its datapoints in the bucket, if there are any. Marks the
  /// bucket as including the series.
  void include(
      List<BucketAggregates> all,
      BucketAggregates aggregates,
      int row,
      int slot,
      PointBuffer points) {
    if (points.size() > 0) {
      change(all, aggregates, row, slot, new PointBuffer(), points, aggregates);
    } else {
      gaps.begin(row);
      gaps.through(all, aggregates, slot);
      gaps.end();
    }
  }

  private void change(
      List<BucketAggregates> all,
      BucketAggregates aggregates,
      int row,
      int slot,
      PointBuffer old,
      PointBuffer points,
      @Nullable BucketAggregates without) {
    gaps.begin(row);
    gaps.touch(aggregates);
    oldCells.read(aggregates, old);
    newCells.read(aggregates, points);
    values(aggregates, row, old, points);
    if (!oldCells.is(newCells)) {
      series(aggregates, row);
      between(aggregates, oldCells, -1);
      between(aggregates, newCells, 1);
      if (!oldCells.hasEndsOf(newCells)) {
        around(all, aggregates, slot, oldCells, -1, null);
        around(all, aggregates, slot, newCells, 1, without);
      }
    }
    aggregates.spans().set(slot, span(aggregates, points));
    gaps.end();
  }

  private static long span(BucketAggregates aggregates, PointBuffer points) {
    if (points.size() == 0) {
      return SpanTable.NONE;
    }
    long start = aggregates.bucket().startMillis();
    return SpanTable.of(
        (int) (points.timestamps()[0] - start),
        (int) (points.timestamps()[points.size() - 1] - start));
  }

  /// Changes cells by the datapoints that only one of the two has, or that have another value.
  private static void values(
      BucketAggregates aggregates, int row, PointBuffer old, PointBuffer points) {
    long start = aggregates.bucket().startMillis();
    int i = 0;
    int j = 0;
    while (i < old.size() || j < points.size()) {
      long before = i < old.size() ? old.timestamps()[i] : Long.MAX_VALUE;
      long now = j < points.size() ? points.timestamps()[j] : Long.MAX_VALUE;
      int cell = aggregates.cellAt(Math.min(before, now) - start);
      if (before < now) {
        aggregates.remove(row, cell, old.values()[i++]);
      } else if (before > now) {
        aggregates.add(row, cell, points.values()[j++], 0);
      } else {
        double was = old.values()[i++];
        double is = points.values()[j++];
        if (Double.doubleToRawLongBits(was) != Double.doubleToRawLongBits(is)) {
          aggregates.replace(row, cell, was, is);
        }
      }
    }
  }

  /// Changes the number of series of cells that the series is new in, or has left.
  private void series(BucketAggregates aggregates, int row) {
    int i = 0;
    int j = 0;
    while (i < oldCells.count || j < newCells.count) {
      int before = i < oldCells.count ? oldCells.cells[i] : Integer.MAX_VALUE;
      int now = j < newCells.count ? newCells.cells[j] : Integer.MAX_VALUE;
      if (before != now) {
        int cell = aggregates.cell(row, Math.min(before, now));
        aggregates.cells().addSeries(cell, before < now ? -1 : 1);
      }
      i += before <= now ? 1 : 0;
      j += now <= before ? 1 : 0;
    }
  }

  private void between(BucketAggregates aggregates, CellRun run, int sign) {
    for (int i = 1; i < run.count; i++) {
      gaps.within(aggregates, run.cells[i - 1], run.cells[i], sign);
    }
  }

  private void around(
      List<BucketAggregates> all,
      BucketAggregates aggregates,
      int slot,
      CellRun run,
      int sign,
      @Nullable BucketAggregates without) {
    if (run.count > 0) {
      int last = run.cells[run.count - 1];
      gaps.around(all, aggregates, slot, run.cells[0], last, sign, without);
    }
  }
}
