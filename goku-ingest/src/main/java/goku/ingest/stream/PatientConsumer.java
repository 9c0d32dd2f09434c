package goku.ingest.stream;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A consumer that waits longer for records than its stream thread asks, as long as the thread has
/// gathered nothing that must be sent soon. Otherwise an idle thread would poll once per linger
/// time, hundreds of times a second, for nothing. New records end the wait.
final class PatientConsumer extends KafkaConsumer<byte[], byte[]> {
  static final Duration PATIENCE = Duration.ofMillis(100);

  private final BooleanSupplier isHurried;

  /// @param isHurried called by the stream thread before each wait
  PatientConsumer(Map<String, Object> config, BooleanSupplier isHurried) {
    super(config, new ByteArrayDeserializer(), ValueInPlace.deserializer());
    this.isHurried = isHurried;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    ConsumerRecords<byte[], byte[]> records = super.poll(wait(timeout, isHurried.getAsBoolean()));
    records.forEach(ValueInPlace::noteLeaderEpoch);
    return records;
  }

  /// Returns the wait. A timeout of zero stays zero, because then the thread has other work.
  static Duration wait(Duration asked, boolean isHurried) {
    boolean waits = asked.isPositive() && !isHurried;
    return waits && asked.compareTo(PATIENCE) < 0 ? PATIENCE : asked;
  }
}
