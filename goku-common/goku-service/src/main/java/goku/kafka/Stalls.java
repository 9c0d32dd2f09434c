package goku.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/// The logs of a consumer that have records and return none for a while. A stall is only the reason
/// to ask the broker again: a slow broker stalls too. Owned by one thread.
final class Stalls {
  /// Far above the half second for which a broker waits for records.
  private static final long LIMIT_NANOS = Duration.ofSeconds(30).toNanos();

  private record Since(long position, long nanos) {}

  private final LongSupplier nanoTime;
  private final Map<TopicPartition, Since> waiting = new HashMap<>();

  Stalls(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Returns whether a log has been waiting at this position for long. The time then begins anew.
  ///
  /// @param waits whether the log has records after the position, and a poll returned none
  boolean isStalled(TopicPartition log, long position, boolean waits) {
    Since before = waiting.get(log);
    if (!waits) {
      waiting.remove(log);
      return false;
    }
    long now = nanoTime.getAsLong();
    if (before == null || before.position != position) {
      waiting.put(log, new Since(position, now));
      return false;
    }
    if (now - before.nanos < LIMIT_NANOS) {
      return false;
    }
    waiting.remove(log);
    return true;
  }
}
