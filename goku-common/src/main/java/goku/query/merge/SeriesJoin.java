package goku.query.merge;

import goku.query.PointBuffer;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import goku.query.SeriesStages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes one series of several that have the same tags and hold different times of it, because its
/// metric moved to another namespace: joins the stored datapoints, then runs the stages, which need
/// the series whole. The later part wins where both have a timestamp. Owned by one thread.
final class SeriesJoin {
  private final SeriesPipeline pipeline;

  SeriesJoin(SeriesStages stages) {
    this.pipeline = new SeriesPipeline(stages);
  }

  /// Takes and gives series in the order of their names.
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
    var stored = PointBuffer.of(series.timestamps(), series.values());
    PointBuffer points = pipeline.apply(stored);
    return new SeriesPartial(
        series.tags(),
        Arrays.copyOf(points.timestamps(), points.size()),
        Arrays.copyOf(points.values(), points.size()),
        pipeline.integers(stored));
  }

  private static SeriesPartial join(SeriesPartial a, SeriesPartial b) {
    var both = new PointBuffer();
    int i = 0;
    int j = 0;
    while (i < a.timestamps().length || j < b.timestamps().length) {
      long timeA = i < a.timestamps().length ? a.timestamps()[i] : Long.MAX_VALUE;
      long timeB = j < b.timestamps().length ? b.timestamps()[j] : Long.MAX_VALUE;
      both.add(Math.min(timeA, timeB), timeB <= timeA ? b.values()[j] : a.values()[i]);
      i += timeA <= timeB ? 1 : 0;
      j += timeB <= timeA ? 1 : 0;
    }
    return new SeriesPartial(
        a.tags(),
        Arrays.copyOf(both.timestamps(), both.size()),
        Arrays.copyOf(both.values(), both.size()),
        a.integers() && b.integers());
  }
}
