package goku.ingest.stream;

import goku.ingest.routing.IngestMetrics;
import goku.kafka.ByteClients;
import goku.kafka.fetch.OversizedBatch;
import goku.kafka.fetch.OversizedBatches;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/// The Kafka clients of Kafka Streams: producers that drain the batches of their thread, and
/// consumers that know whether the thread has gathered any. Thread-safe.
public final class IngestClients extends ByteClients {
  /// The suffix after the thread's name in the client id of its producer.
  private static final String PRODUCER_SUFFIX = "-producer";

  private final String rejectedTopic;
  private final IngestMetrics metrics;
  private final OversizedBatches oversized;
  private final InstantSource clock;
  private final Function<IngestOutput, RecordIntake> intakes;
  private final Map<String, RecordIntake> byThread = new ConcurrentHashMap<>();

  /// Creates the clients for one instance of Kafka Streams.
  ///
  /// @param intakes creates the intake of a thread from the thread's output
  public IngestClients(
      String rejectedTopic,
      IngestMetrics metrics,
      OversizedBatches oversized,
      InstantSource clock,
      Function<IngestOutput, RecordIntake> intakes) {
    this.clock = clock;
    this.rejectedTopic = rejectedTopic;
    this.metrics = metrics;
    this.oversized = oversized;
    this.intakes = intakes;
  }

  /// Returns the intake of the calling stream thread, which all tasks of the thread share.
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
        new DrainingProducer(
            delegate, rejectedTopic, metrics, clock, () -> byThread.remove(thread));
    byThread.put(thread, intakes.apply(producer));
    return producer;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return new PatientConsumer(config, this::hasThisThreadInHand, this::skip);
  }

  private void skip(OversizedBatch batch) {
    oversized.accept(batch);
    ofThisThread().skip(batch);
  }

  private boolean hasThisThreadInHand() {
    RecordIntake intake = byThread.get(Thread.currentThread().getName());
    return intake != null && !intake.isDrained();
  }
}
