package goku.shortterm;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/// When to look for records again: a few milliseconds after some that were not much, so that more
/// come at once, else right away. Owned by one thread.
final class Gathering {
  static final Duration PAUSE = Duration.ofMillis(5);

  /// That many bytes are worth to be looked at.
  static final int ENOUGH_BYTES = 64 << 10;

  private final LongSupplier nanoTime;
  private long tookNanos;
  private boolean gathers;

  Gathering(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void took(ConsumerRecords<byte[], byte[]> records) {
    gathers = !records.isEmpty() && !areEnough(records);
    tookNanos = nanoTime.getAsLong();
  }

  /// How long to wait from now on, in nanoseconds; 0 or less for not at all.
  long pauseNanos() {
    return gathers ? PAUSE.toNanos() - (nanoTime.getAsLong() - tookNanos) : 0;
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
