package goku.query.merge;

import goku.model.PointBuffer;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesStages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// A join of parts of one series that hold different times, because they come from GokuL and GokuS,
/// or because the metric moved to another namespace. Joins the datapoints, then runs the stages,
/// which need the whole series. If both parts have a timestamp, the later part wins. Owned by one
/// thread.
final class SeriesJoin {
  /// The memory of a joined series: its datapoints, and their part of the group's result.
  private static final int HELD_TIMES = 2;

  private final SeriesPipeline pipeline;
  private final LongConsumer results;
  private final boolean paged;

  /// @param buffers called with the bytes by which the reused buffers grow, before they do
  /// @param results called with the bytes of each joined series and its part of the group's result,
  ///   before they are allocated
  SeriesJoin(SeriesStages stages, LongConsumer buffers, LongConsumer results) {
    this.pipeline = new SeriesPipeline(stages, buffers);
    this.results = results;
    paged = stages.page() != null;
  }

  /// Joins series that are sorted by name, and returns them in that order.
  List<SeriesPartial> apply(List<SeriesPartial> sorted) {
    List<SeriesPartial> result = new ArrayList<>();
    int from = 0;
    while (from < sorted.size()) {
      SeriesPartial series = sorted.get(from);
      int to = from + 1;
      while (to < sorted.size() && series.tags().equals(sorted.get(to).tags())) {
        series = join(series, sorted.get(to));
        to++;
      }
      result.add(stages(series));
      from = to;
    }
    return result;
  }

  private SeriesPartial stages(SeriesPartial series) {
    PointBuffer stored = series.points();
    PointBuffer points = pipeline.apply(stored);
    // the datapoints of a page do not show whether those outside the page are integers
    boolean integers = paged ? series.integers() : pipeline.integers(stored);
    results.accept(HELD_TIMES * SeriesPartial.heldBytes(points));
    return SeriesPartial.of(series.tags(), points, integers);
  }

  private static SeriesPartial join(SeriesPartial a, SeriesPartial b) {
    var both = new PointBuffer();
    both.ensureRoom(a.timestamps().length + b.timestamps().length);
    PointBuffer earlier = a.points();
    PointBuffer later = b.points();
    int i = 0;
    int j = 0;
    while (j < later.size()) {
      // copy runs of the earlier part: usually all of it lies before the later one
      int to = Math.max(i, earlier.firstAtOrAfter(later.timestamps()[j]));
      both.addAll(earlier, i, to);
      i = to;
      long gap = i < earlier.size() ? earlier.timestamps()[i] : Long.MAX_VALUE;
      int end = Math.max(j + 1, later.firstAtOrAfter(gap));
      both.addAll(later, j, end);
      boolean replaced = later.timestamps()[end - 1] == gap;
      i += replaced ? 1 : 0;
      j = end;
    }
    both.addAll(earlier, i, earlier.size());
    return SeriesPartial.of(a.tags(), both, a.integers() && b.integers());
  }
}
