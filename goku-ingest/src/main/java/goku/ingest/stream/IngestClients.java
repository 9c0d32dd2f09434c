package goku.ingest.stream;

import goku.ingest.routing.IngestMetrics;
import goku.kafka.ByteClients;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/// Hands Kafka Streams its clients: producers that drain the batches of their thread, and consumers
/// that know whether it has any. Thread-safe.
public final class IngestClients extends ByteClients {
  /// Streams calls the producer of a thread by the thread's name and this.
  private static final String PRODUCER_SUFFIX = "-producer";

  private final String rejectedTopic;
  private final IngestMetrics metrics;
  private final Function<IngestOutput, RecordIntake> intakes;
  private final Map<String, RecordIntake> byThread = new ConcurrentHashMap<>();

  /// Clients for one instance of Kafka Streams.
  ///
  /// @param intakes makes the intake of a thread out of the thread's output
  public IngestClients(
      String rejectedTopic, IngestMetrics metrics, Function<IngestOutput, RecordIntake> intakes) {
    this.rejectedTopic = rejectedTopic;
    this.metrics = metrics;
    this.intakes = intakes;
  }

  /// The intake of the stream thread that calls; all tasks of the thread share it.
  public RecordIntake ofThisThread() {
    String thread = Thread.currentThread().getName();
    RecordIntake intake = byThread.get(thread);
    if (intake == null) {
      throw new IllegalStateException(
          "no producer for thread %s, only for %s".formatted(thread, byThread.keySet()));
    }
    return intake;
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    var clientId = Objects.toString(config.get(ProducerConfig.CLIENT_ID_CONFIG));
    String thread =
        clientId.endsWith(PRODUCER_SUFFIX)
            ? clientId.substring(0, clientId.length() - PRODUCER_SUFFIX.length())
            : clientId;
    Producer<byte[], byte[]> delegate = super.getProducer(config);
    var producer =
        new DrainingProducer(delegate, rejectedTopic, metrics, () -> byThread.remove(thread));
    byThread.put(thread, intakes.apply(producer));
    return producer;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new PatientConsumer(config, this::hasThisThreadInHand);
  }

  private boolean hasThisThreadInHand() {
    RecordIntake intake = byThread.get(Thread.currentThread().getName());
    return intake != null && !intake.isDrained();
  }
}
