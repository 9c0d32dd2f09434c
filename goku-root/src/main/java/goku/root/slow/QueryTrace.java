package goku.root.slow;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a request has taken so far, told by those who work for it. A request with several queries
/// has the sum of them. Thread-safe.
public final class QueryTrace {
  static final ScopedValue<QueryTrace> CURRENT = ScopedValue.newInstance();

  private final Map<Stage, Duration> stages = new EnumMap<>(Stage.class);
  private final SortedSet<String> origins = new TreeSet<>();
  private long series;
  private long datapoints;
  private long workNanos;

  QueryTrace() {}

  /// That of the request on which this thread is at work; one that nobody looks at if there is
  /// none. The thread that writes the answer may be another, so take it along.
  public static QueryTrace current() {
    return CURRENT.isBound() ? CURRENT.get() : new QueryTrace();
  }

  /// A stage has taken so long, or so much longer.
  public synchronized void took(Stage stage, long nanos) {
    stages.merge(stage, Duration.ofNanos(nanos), Duration::plus);
  }

  /// A query has ended.
  ///
  /// @param from where its datapoints came from, for people
  public synchronized void read(
      long moreSeries, long moreDatapoints, long moreWorkNanos, Collection<String> from) {
    series += moreSeries;
    datapoints += moreDatapoints;
    workNanos += moreWorkNanos;
    origins.addAll(from);
  }

  synchronized Duration stage(Stage stage) {
    return stages.getOrDefault(stage, Duration.ZERO);
  }

  synchronized long series() {
    return series;
  }

  synchronized long datapoints() {
    return datapoints;
  }

  synchronized Duration work() {
    return Duration.ofNanos(workNanos);
  }

  synchronized String origins() {
    return String.join(",", origins);
  }
}
