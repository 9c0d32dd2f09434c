package goku.shortterm;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/// The pause before the next poll of a consumer. After a small poll it is a few milliseconds, so
/// that the next poll returns more records at once; otherwise there is none. Owned by one thread.
final class PollLinger {
  static final Duration PAUSE = Duration.ofMillis(5);

  /// A poll of at least this size is followed by no pause.
  static final int ENOUGH_BYTES = 64 << 10;

  private final LongSupplier nanoTime;
  private long tookNanos;
  private boolean lingers;

  PollLinger(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void took(ConsumerRecords<byte[], byte[]> records) {
    lingers = !records.isEmpty() && !areEnough(records);
    tookNanos = nanoTime.getAsLong();
  }

  /// Returns the remaining pause in nanoseconds; 0 or less for none.
  long pauseNanos() {
    return lingers ? PAUSE.toNanos() - (nanoTime.getAsLong() - tookNanos) : 0;
  }

  private static boolean areEnough(ConsumerRecords<byte[], byte[]> records) {
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      bytes += Math.max(0, record.serializedValueSize());
      if (bytes >= ENOUGH_BYTES) {
        return true;
      }
    }
    return false;
  }
}
