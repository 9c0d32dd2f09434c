package goku.query.merge;

import goku.query.PointBuffer;
import goku.query.SeriesPartial;
import goku.query.SeriesPipeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Makes one series of several that have the same tags and hold different times of it, because its
/// metric moved to another namespace: joins the stored datapoints, then runs the stages, which need
/// the series whole. The later list wins where both have a timestamp.
final class SeriesJoin {
  private final SeriesPipeline pipeline;
  private final PointBuffer joined = new PointBuffer();

  SeriesJoin(SeriesPipeline pipeline) {
    this.pipeline = pipeline;
  }

  /// Takes and gives series in ascending order.
  List<RankedSeries> apply(List<RankedSeries> sorted) {
    List<RankedSeries> result = new ArrayList<>();
    int from = 0;
    while (from < sorted.size()) {
      RankedSeries first = sorted.get(from);
      SeriesPartial points = first.series();
      int to = from + 1;
      while (to < sorted.size() && first.compareTo(sorted.get(to)) == 0) {
        points = join(points, sorted.get(to).series());
        to++;
      }
      result.add(new RankedSeries(first.ranks(), stages(points)));
      from = to;
    }
    return result;
  }

  private SeriesPartial stages(SeriesPartial points) {
    joined.clear();
    for (int i = 0; i < points.timestamps().length; i++) {
      joined.add(points.timestamps()[i], points.values()[i]);
    }
    return pipeline.apply(points.tags(), joined);
  }

  private static SeriesPartial join(SeriesPartial a, SeriesPartial b) {
    var both = new PointBuffer();
    int i = 0;
    int j = 0;
    while (i < a.timestamps().length || j < b.timestamps().length) {
      long timeA = i < a.timestamps().length ? a.timestamps()[i] : Long.MAX_VALUE;
      long timeB = j < b.timestamps().length ? b.timestamps()[j] : Long.MAX_VALUE;
      both.add(Math.min(timeA, timeB), timeB <= timeA ? b.values()[j] : a.values()[i]);
      if (timeA <= timeB) {
        i++;
      }
      if (timeB <= timeA) {
        j++;
      }
    }
    return new SeriesPartial(
        a.tags(),
        Arrays.copyOf(both.timestamps(), both.size()),
        Arrays.copyOf(both.values(), both.size()),
        a.integers() && b.integers(),
        a.pointsRead() + b.pointsRead());
  }
}
