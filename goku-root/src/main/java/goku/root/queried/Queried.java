package goku.root.queried;

/// The queries of a metric.
///
/// @param lastMillis the time of the last query
/// @param count a lower bound of the number of queries
public record Queried(long lastMillis, long count) {
  /// Merges two observations.
  Queried with(Queried other) {
    return new Queried(Math.max(lastMillis, other.lastMillis), Math.max(count, other.count));
  }

  Queried again(long nowMillis) {
    return new Queried(Math.max(lastMillis, nowMillis), count + 1);
  }
}
