package goku.root.slow;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// The measurements of a request: the time of its stages and the data it read. For a request with
/// several queries, their sums. Thread-safe.
public final class QueryTrace {
  static final ScopedValue<QueryTrace> CURRENT = ScopedValue.newInstance();

  private final Map<Stage, Duration> stages = new EnumMap<>(Stage.class);
  private final SortedSet<String> origins = new TreeSet<>();
  private long series;
  private long datapoints;
  private long workNanos;

  QueryTrace() {}

  /// Returns the trace of this thread's request, or an unused one if there is none. Another thread
  /// may write the answer, so callers must pass the trace on.
  public static QueryTrace current() {
    return CURRENT.isBound() ? CURRENT.get() : new QueryTrace();
  }

  /// Adds to the duration of a stage.
  public synchronized void took(Stage stage, long nanos) {
    stages.merge(stage, Duration.ofNanos(nanos), Duration::plus);
  }

  /// Adds the measurements of a finished query.
  ///
  /// @param from the sources of its datapoints, for display
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
