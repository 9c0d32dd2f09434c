package goku.root.planning;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.TimeRange;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/// The namespaces that can have datapoints of a metric in a range, including those that the metric
/// was moved from (section 5.1 of the paper). An old namespace counts for [Namespaces#AHEAD] after
/// a move, and for the period of a late move. Immutable.
public record Owners(Namespaces namespaces, String metric, TimeRange range) {
  /// Returns the namespaces, the metric's latest one last.
  public List<Namespace> all() {
    List<Namespace> found = namespaces.of(metric, withAhead());
    return found.size() == 1
        ? found
        : found.stream().sorted(Comparator.comparingLong(this::lastTime)).toList();
  }

  /// Returns the start of the data in namespaces that are only kept in memory, if the range begins
  /// earlier. Returns `QueryPlan.ALL` if no such data of the range have expired.
  ///
  /// @param owners the result of `all`
  /// @param boundary the retention of each namespace
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

  /// Returns whether the namespace had the metric in the part of the range before `millis`.
  private boolean hadBefore(Namespace namespace, long millis) {
    return range.startMillis() < millis
        && namespaces
            .of(metric, new TimeRange(range.startMillis(), Math.min(range.endMillis(), millis - 1)))
            .contains(namespace);
  }

  /// Returns the last time in the range, among its ends and the moves, at which the namespace has
  /// the metric.
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
    long start = range.startMillis() - Namespaces.AHEAD.toMillis();
    return new TimeRange(Math.min(range.startMillis(), start), range.endMillis());
  }
}
