package goku.kafka.input;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/// The waiting records of an input partition, and the time since when they wait. Owned by one
/// thread.
///
/// The time follows from the ends that the partition had earlier: a group that has consumed up to
/// an earlier end was caught up then. Timestamps of records would not do, because senders choose
/// them. They are only used for records that waited before the first look.
final class Backlog {
  /// A lag that no healthy ingestor has. It is proven by reading a record, because the end of a
  /// partition also counts markers of transactions, which are never consumed.
  static final Duration PROVEN_FROM = Duration.ofSeconds(2);

  private static final int MOST_LOOKS = 1000;

  /// A look at the partition's end.
  private record Look(long nanos, long end) {}

  /// The looks at ends that the group has not reached, ascending.
  private final Deque<Look> looks = new ArrayDeque<>();

  private long committed;
  private long position;
  private long end;

  /// The last look whose end the group has reached, or a bound of it.
  private long caughtUpNanos;

  private boolean isKnown;
  private boolean isProven;
  private long emptyFrom = -1;
  private long emptyTo = -1;

  /// @param nanos the time of the first look
  Backlog(long nanos) {
    caughtUpNanos = nanos;
  }

  /// Notes a look at the partition.
  ///
  /// @param nanos a time before the end was read
  /// @param committed the offset that the group consumes next
  /// @param end the offset of the next record that is written
  void seen(long nanos, long committed, long end) {
    if (end < this.end) {
      // the topic was created anew
      looks.clear();
    }
    this.end = end;
    this.committed = committed;
    this.position = committed == emptyFrom ? emptyTo : committed;
    Look last = looks.peekLast();
    if (last != null && last.end == end) {
      looks.removeLast();
    }
    looks.addLast(new Look(nanos, end));
    for (Look first = looks.peekFirst();
        first != null && first.end <= position;
        first = looks.peekFirst()) {
      looks.removeFirst();
      caughtUpNanos = first.nanos;
      isKnown = true;
      isProven = false;
    }
    if (looks.size() > MOST_LOOKS) {
      thinOut();
    }
  }

  /// Removes every second look, which only makes the lag larger.
  private void thinOut() {
    boolean[] removes = {false};
    looks.removeIf(
        _ -> {
          removes[0] = !removes[0];
          return removes[0];
        });
  }

  /// Returns whether the oldest waiting record should be read.
  boolean needsProof(long nanos) {
    return records() > 0
        && !isProven
        && (!isKnown || nanos - caughtUpNanos > PROVEN_FROM.toNanos());
  }

  /// Notes that a record waits at the position.
  ///
  /// @param ageMillis the age of the record, by its timestamp
  void waits(long nanos, long ageMillis) {
    if (!isKnown) {
      caughtUpNanos = Math.min(caughtUpNanos, nanos - Duration.ofMillis(ageMillis).toNanos());
      isKnown = true;
    }
    isProven = true;
  }

  /// Notes that there is no record between the position and an offset.
  void isEmptyTo(long nanos, long offset) {
    emptyFrom = committed;
    emptyTo = offset;
    seen(nanos, committed, end);
  }

  long position() {
    return position;
  }

  long end() {
    return end;
  }

  long records() {
    return Math.max(0, end - position);
  }

  long caughtUpNanos() {
    return caughtUpNanos;
  }
}
