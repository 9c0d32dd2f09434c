package goku.query.search;

import goku.model.SeriesName;
import java.util.List;
import java.util.function.UnaryOperator;

/// The series that begin inside the range, or those that end there. A deployment can replace all
/// series of a metric, so only a sample has names.
///
/// @param count the number of all
/// @param sample in the order of `Edge`
public record Edges(long count, List<Edge> sample) {
  /// The largest number of series in a sample: enough to see which metrics and tags have most.
  public static final int MOST = 1000;

  public static final Edges NONE = new Edges(0, List.of());

  public Edges {
    sample = List.copyOf(sample);
  }

  Edges renamed(UnaryOperator<SeriesName> names) {
    return new Edges(
        count,
        sample.stream()
            .map(one -> new Edge(names.apply(one.series()), one.slot()))
            .sorted()
            .toList());
  }

  /// Returns the series of both, none of which is in the other.
  Edges plus(Edges other) {
    var all = new EdgeSample();
    sample.forEach(all::offer);
    other.sample.forEach(all::offer);
    return new Edges(count + other.count, all.edges().sample());
  }
}
