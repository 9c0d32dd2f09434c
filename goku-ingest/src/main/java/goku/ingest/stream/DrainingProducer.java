package goku.ingest.stream;

import goku.format.batch.BatchLayout;
import goku.ingest.rejected.RejectedPoint;
import goku.ingest.routing.IngestMetrics;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;

/// The producer of a stream thread. `flush` drains the thread's batches first, and fails if
/// anything was not acknowledged. Streams then ends the thread before it commits offsets, and
/// another thread reads the input again.
///
/// The stream thread makes all calls except the callback, which the producer's own thread makes.
final class DrainingProducer extends ForwardingProducer implements IngestOutput {
  private static final byte[] KEY = BatchLayout.recordKey();

  private final String rejectedTopic;
  private final IngestMetrics metrics;
  private final InstantSource clock;
  private final AtomicReference<@Nullable Exception> firstFailure = new AtomicReference<>();
  private Runnable drain = () -> {};

  /// @param clock the time of records, by which their datapoints were judged
  DrainingProducer(
      Producer<byte[], byte[]> delegate,
      String rejectedTopic,
      IngestMetrics metrics,
      InstantSource clock,
      Runnable onClose) {
    super(delegate, onClose);
    this.rejectedTopic = rejectedTopic;
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public void drainWith(Runnable drain) {
    this.drain = drain;
  }

  @Override
  public void send(String topic, int partition, byte[] batch, int datapoints) {
    failIfSendFailed();
    metrics.sent(datapoints, batch.length);
    Callback whenDone =
        (_, failure) -> {
          if (failure != null) {
            metrics.failed(datapoints);
            firstFailure.compareAndSet(null, failure);
          }
        };
    var message = new ProducerRecord<>(topic, partition, clock.millis(), KEY, batch);
    Future<RecordMetadata> _ = send(message, whenDone);
  }

  @Override
  public void reject(RejectedPoint point) {
    failIfSendFailed();
    Callback whenDone =
        (_, failure) -> {
          if (failure != null) {
            firstFailure.compareAndSet(null, failure);
          }
        };
    Future<RecordMetadata> _ = send(point.toRecord(rejectedTopic), whenDone);
  }

  @Override
  public void flush() {
    metrics
        .flush()
        .record(
            () -> {
              drain.run();
              super.flush();
            });
    failIfSendFailed();
  }

  private void failIfSendFailed() {
    Exception failure = firstFailure.get();
    if (failure != null) {
      throw new StreamsException(
          "Kafka did not acknowledge all batches; their input will be read again", failure);
    }
  }
}
