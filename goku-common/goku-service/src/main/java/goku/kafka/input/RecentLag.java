package goku.kafka.input;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/// The largest lag of the last five seconds. Owned by one thread.
///
/// A lag ends when the ingestors have consumed all records, but the shards may still lag as much as
/// answers may lag unmarked. A datapoint that was late twice would be missing unmarked, so a lag is
/// kept for the time that shards may need.
final class RecentLag {
  /// The default of `root.routing.max-lag`.
  static final Duration KEPT = Duration.ofSeconds(5);

  private record Seen(long nanos, long millis) {}

  private final Deque<Seen> seen = new ArrayDeque<>();

  void add(long nanos, long millis) {
    // smaller ones before can no longer become the largest
    while (!seen.isEmpty() && seen.getLast().millis <= millis) {
      seen.removeLast();
    }
    seen.addLast(new Seen(nanos, millis));
    while (nanos - seen.getFirst().nanos > KEPT.toNanos()) {
      seen.removeFirst();
    }
  }

  /// Adds the time since some moment as a lag.
  void addSince(long nanos, long sinceNanos) {
    add(nanos, TimeUnit.NANOSECONDS.toMillis(nanos - sinceNanos));
  }

  /// Returns the largest lag that was added in the five seconds before the last one; 0 for none.
  long millis() {
    return seen.isEmpty() ? 0 : seen.getFirst().millis;
  }
}
