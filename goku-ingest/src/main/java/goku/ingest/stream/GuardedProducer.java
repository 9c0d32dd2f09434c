package goku.ingest.stream;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/// A producer that refuses all records for as long as there is a reason, so that their senders are
/// told. Thread-safe.
public final class GuardedProducer extends ForwardingProducer {
  private final Supplier<Optional<String>> refusal;

  /// @param refusal supplies the reason; empty if records are accepted
  public GuardedProducer(Producer<byte[], byte[]> delegate, Supplier<Optional<String>> refusal) {
    super(delegate, () -> {});
    this.refusal = refusal;
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message) {
    return send(message, (_, _) -> {});
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
    Optional<String> reason = refusal.get();
    if (reason.isEmpty()) {
      return super.send(message, callback);
    }
    var refused = new RefusedException(reason.get());
    callback.onCompletion(null, refused);
    return CompletableFuture.failedFuture(refused);
  }
}
