package goku.ingest.stream;

import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// Waits longer for records than its stream thread asks it to, as long as the thread has nothing in
/// hand that has to leave soon. An idle thread would come by as often as batches linger, hundreds
/// of times a second, for nothing. Records end the wait.
final class PatientConsumer extends KafkaConsumer<byte[], byte[]> {
  static final Duration PATIENCE = Duration.ofMillis(100);

  private final BooleanSupplier isHurried;

  /// @param isHurried asked by the stream thread, before each wait
  PatientConsumer(Map<String, Object> config, BooleanSupplier isHurried) {
    super(config, new ByteArrayDeserializer(), ValueInPlace.deserializer());
    this.isHurried = isHurried;
  }

  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    return super.poll(wait(timeout, isHurried.getAsBoolean()));
  }

  /// A timeout of zero stays one: then the thread has other things to do.
  static Duration wait(Duration asked, boolean isHurried) {
    boolean waits = asked.isPositive() && !isHurried;
    return waits && asked.compareTo(PATIENCE) < 0 ? PATIENCE : asked;
  }
}
