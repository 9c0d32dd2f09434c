package goku.root.planning;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.Tier;
import goku.model.TimeRange;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/// The namespaces that can hold datapoints of a metric in a range, over the moves of the metric
/// (section 5.1 of the paper). Immutable.
public record Owners(Namespaces namespaces, String metric, TimeRange range) {
  /// How far behind a move the namespace of before may have datapoints: who sent them ahead of the
  /// clock did so before the move was known. It is the most that GokuS takes.
  private static final Duration AHEAD = Tier.MEMORY_BUCKET.multipliedBy(2);

  /// Those that the metric moved to last come last.
  public List<Namespace> all() {
    List<Namespace> found = namespaces.of(metric, withAhead());
    return found.size() == 1
        ? found
        : found.stream().sorted(Comparator.comparingLong(this::lastTime)).toList();
  }

  /// From when on those that are kept in memory alone still have datapoints, if the range begins
  /// before; `QueryPlan.ALL` when nothing of it is gone that way.
  ///
  /// @param owners as `all` gives them
  /// @param boundary tells what they keep
  long keptFrom(List<Namespace> owners, Boundary boundary) {
    long from = QueryPlan.ALL;
    for (Namespace owner : owners) {
      long kept = boundary.keptFrom(owner);
      if (owner.disk().isEmpty() && hadBefore(owner, kept)) {
        from = Math.max(from, kept);
      }
    }
    return from;
  }

  /// Whether the metric was its at some time of the range before this one.
  private boolean hadBefore(Namespace namespace, long millis) {
    return range.startMillis() < millis
        && namespaces
            .of(metric, new TimeRange(range.startMillis(), Math.min(range.endMillis(), millis - 1)))
            .contains(namespace);
  }

  /// A time of the range, the last of those at which something changes, at which the metric is its.
  private long lastTime(Namespace namespace) {
    TimeRange times = withAhead();
    LongStream moves =
        namespaces.all().stream()
            .flatMap(each -> each.metrics().stream())
            .filter(prefix -> metric.startsWith(prefix.prefix()))
            .map(MetricPrefix::since)
            .mapToLong(since -> since.toEpochMilli())
            .filter(times::contains);
    return LongStream.concat(LongStream.of(times.startMillis(), times.endMillis()), moves)
        .filter(time -> namespaces.of(metric, time).name().equals(namespace.name()))
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private TimeRange withAhead() {
    long start = range.startMillis() - AHEAD.toMillis();
    return new TimeRange(Math.min(range.startMillis(), start), range.endMillis());
  }
}
