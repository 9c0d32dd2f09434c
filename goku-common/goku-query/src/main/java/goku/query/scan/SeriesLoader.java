package goku.query.scan;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.model.ValueType;
import goku.query.Page;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A loader of the datapoints that a query needs of one series after the other: the whole window,
/// or for a page the pieces of time of the page and those around it, until enough neighbours are
/// found. Owned by one thread.
final class SeriesLoader {
  private final SeriesReader reader;
  private final @Nullable Page page;
  private final List<TimeRange> pieces;

  /// True if rates are calculated from stored datapoints.
  private final boolean rated;

  private PointBuffer points;
  private PointBuffer other;
  private boolean integers;

  /// The pieces read of the series, from `low` to `high - 1`.
  private int low;

  private int high;

  /// @param growth called with the bytes by which the buffers grow, before they do
  SeriesLoader(SeriesSelection selection, SeriesStages stages, LongConsumer growth) {
    points = new PointBuffer(growth);
    other = new PointBuffer(growth);
    reader = selection.reader();
    page = stages.page();
    rated = stages.rate() != null && stages.downsample() == null;
    pieces = page == null ? List.of() : reader.pieces();
  }

  /// Prefetches the series; see `SeriesReader`. Does nothing for a page, which reads little.
  long prefetch(int[] positions, int from, int to) {
    return page == null ? reader.prefetch(positions, from, to) : 0;
  }

  /// Reads a series. Returns false if it has no datapoint in the window of the query. For a page,
  /// `points` may be empty although the series has datapoints.
  ///
  /// @param integers whether it still matters if all values are integers
  boolean load(int position, boolean integers) {
    if (page == null) {
      reader.read(position, points);
      return points.size() > 0;
    }
    readPage(position, page);
    readBefore(position, page);
    readAfter(position, page);
    boolean exists = points.size() > 0 || hasOther(position);
    this.integers = integers && page.integers() && exists && areIntegers(position);
    if (rated && points.type() == ValueType.LONGS && !areIntegers(position)) {
      points.roundIntegers(); // as the answer without pages, whose rates are less exact
    }
    cut(page);
    return exists;
  }

  /// Returns the datapoints read, ascending.
  PointBuffer points() {
    return points;
  }

  /// Returns whether all values of the series in the window are integers. Valid for pages only, and
  /// only if `load` was asked for it.
  boolean integers() {
    return integers;
  }

  /// Returns the number of datapoints that a series has in the page itself.
  int count(int position, Page page) {
    readPage(position, page);
    return points.firstAtOrAfter(page.toMillis()) - points.firstAtOrAfter(page.fromMillis());
  }

  private void readPage(int position, Page page) {
    low = 0;
    while (low < pieces.size() && pieces.get(low).endMillis() < page.fromMillis()) {
      low++;
    }
    high = low;
    points.clear();
    while (high < pieces.size() && pieces.get(high).startMillis() < page.toMillis()) {
      append(position);
    }
  }

  private void readBefore(int position, Page page) {
    while (low > 0 && !hasBefore(page)) {
      low--;
      reader.read(position, low, other);
      if (other.size() > 0) {
        other.addAll(points, 0, points.size());
        swap();
      }
    }
  }

  private void readAfter(int position, Page page) {
    while (high < pieces.size() && !hasAfter(page)) {
      append(position);
    }
  }

  private void append(int position) {
    reader.read(position, high, other);
    high++;
    if (points.size() == 0) {
      swap();
    } else {
      points.addAll(other, 0, other.size());
    }
  }

  private void swap() {
    PointBuffer read = other;
    other = points;
    points = read;
  }

  /// Returns whether all slots needed before the page are read, including the whole earliest slot.
  private boolean hasBefore(Page page) {
    if (page.before() == 0) {
      return true;
    }
    int at = page.before() == Page.ALL ? -1 : firstBefore(page);
    return at >= 0 && page.startOf(points.timestamps()[at]) >= pieces.get(low).startMillis();
  }

  /// Returns the position at which the slots needed before the page begin; negative if some are
  /// missing.
  private int firstBefore(Page page) {
    int at = points.firstAtOrAfter(page.fromMillis());
    for (int found = 0; found < page.before(); found++) {
      if (at == 0) {
        return -1;
      }
      at = points.firstAtOrAfter(page.startOf(points.timestamps()[at - 1]));
    }
    return at;
  }

  private boolean hasAfter(Page page) {
    if (page.after() == 0) {
      return true;
    }
    int end = page.after() == Page.ALL ? -1 : endAfter(page);
    return end >= 0
        && page.endOf(points.timestamps()[end - 1]) - 1 <= pieces.get(high - 1).endMillis();
  }

  /// Returns the end of the slots needed after the page; negative if some are missing.
  private int endAfter(Page page) {
    int end = points.firstAtOrAfter(page.toMillis());
    for (int found = 0; found < page.after(); found++) {
      if (end == points.size()) {
        return -1;
      }
      end = points.firstAtOrAfter(page.endOf(points.timestamps()[end]));
    }
    return end;
  }

  /// Cuts the datapoints to the page and its neighbours.
  private void cut(Page page) {
    int first = page.before() == Page.ALL ? 0 : Math.max(0, firstBefore(page));
    int end = page.after() == Page.ALL ? points.size() : endAfter(page);
    end = end < 0 ? points.size() : end;
    if (first > 0 || end < points.size()) {
      other.clear();
      other.addAll(points, first, end);
      swap();
    }
  }

  /// Returns whether the series has a datapoint in the pieces not read.
  private boolean hasOther(int position) {
    for (int piece = 0; piece < pieces.size(); piece++) {
      if (piece < low || piece >= high) {
        reader.read(position, piece, other);
        if (other.size() > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean areIntegers(int position) {
    boolean all = areIntegers(points);
    for (int piece = 0; all && piece < pieces.size(); piece++) {
      if (piece < low || piece >= high) {
        reader.read(position, piece, other);
        all = areIntegers(other);
      }
    }
    return all;
  }

  /// Returns whether all datapoints are integers. A piece without datapoints has no type.
  private static boolean areIntegers(PointBuffer piece) {
    return piece.size() == 0 || piece.isIntegers();
  }
}
