package goku.root.queried;

/// Queries that named a metric.
///
/// @param lastMillis when the last of them was asked
/// @param count how many at least
public record Queried(long lastMillis, long count) {
  /// What is known after hearing both.
  Queried with(Queried other) {
    return new Queried(Math.max(lastMillis, other.lastMillis), Math.max(count, other.count));
  }

  Queried again(long nowMillis) {
    return new Queried(Math.max(lastMillis, nowMillis), count + 1);
  }
}
