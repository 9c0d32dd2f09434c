package goku.ingest.stream;

import goku.kafka.fetch.BoundedConsumer;
import goku.kafka.fetch.OversizedBatch;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/// A consumer that waits longer for records than its stream thread asks, as long as the thread has
/// gathered nothing that must be sent soon. Otherwise an idle thread would poll once per linger
/// time, hundreds of times a second, for nothing. New records end the wait.
///
/// Batches that would need too much memory are handed on by the poll that passes them, so that a
/// copy is acknowledged before the offset after them is committed.
final class PatientConsumer extends BoundedConsumer {
  static final Duration PATIENCE = Duration.ofMillis(100);

  private final BooleanSupplier isHurried;
  private final Consumer<OversizedBatch> onOversized;

  /// The batches that the thread has not handed on. The thread of heartbeats finds some of them.
  private final Queue<OversizedBatch> oversized;

  /// @param isHurried called by the stream thread before each wait
  /// @param onOversized receives batches that are skipped, from the stream thread
  PatientConsumer(
      Map<String, Object> config, BooleanSupplier isHurried, Consumer<OversizedBatch> onOversized) {
    this(config, isHurried, onOversized, new ConcurrentLinkedQueue<>());
  }

  private PatientConsumer(
      Map<String, Object> config,
      BooleanSupplier isHurried,
      Consumer<OversizedBatch> onOversized,
      Queue<OversizedBatch> oversized) {
    super(config, ValueInPlace.deserializer(), oversized::add);
    this.isHurried = isHurried;
    this.onOversized = onOversized;
    this.oversized = oversized;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    ConsumerRecords<byte[], byte[]> records = super.poll(wait(timeout, isHurried.getAsBoolean()));
    for (OversizedBatch batch = oversized.poll(); batch != null; batch = oversized.poll()) {
      onOversized.accept(batch);
    }
    records.forEach(ValueInPlace::noteLeaderEpoch);
    return records;
  }

  /// Returns the wait. A timeout of zero stays zero, because then the thread has other work.
  static Duration wait(Duration asked, boolean isHurried) {
    boolean waits = asked.isPositive() && !isHurried;
    return waits && asked.compareTo(PATIENCE) < 0 ? PATIENCE : asked;
  }
}
