package goku.root.queried;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The writer of changed metrics to the topic. Failed writes are retried by the next call. Owned by
/// one thread.
final class QueriedWriter {
  private static final Logger LOG = LoggerFactory.getLogger(QueriedWriter.class);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final QueriedMetrics metrics;
  private final Duration timeout;
  private final Counter failures;

  /// Creates a writer.
  ///
  /// @param timeout the limit for Kafka to acknowledge all records of a call
  QueriedWriter(
      Producer<byte[], byte[]> producer,
      String topic,
      QueriedMetrics metrics,
      Duration timeout,
      MeterRegistry registry) {
    this.producer = producer;
    this.topic = topic;
    this.metrics = metrics;
    this.timeout = timeout;
    failures =
        Counter.builder("goku.root.queried.write.failures")
            .description("metrics whose last query could not be written, to be retried")
            .register(registry);
  }

  void write() throws InterruptedException {
    Set<String> names = metrics.takeChanged();
    Set<String> missing = new HashSet<>(names);
    try {
      Map<String, Future<RecordMetadata>> sent = new HashMap<>();
      for (String name : names) {
        sent.put(name, producer.send(record(name)));
      }
      long end = System.nanoTime() + timeout.toNanos();
      for (Map.Entry<String, Future<RecordMetadata>> one : sent.entrySet()) {
        one.getValue().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        missing.remove(one.getKey());
      }
    } catch (TimeoutException | ExecutionException | KafkaException e) {
      LOG.warn("cannot write last queries, to be retried metrics={}", missing.size(), e);
    } finally {
      failures.increment(missing.size());
      metrics.giveBack(missing);
    }
  }

  private ProducerRecord<byte[], byte[]> record(String name) {
    byte[] key = QueriedSerde.serializeKey(name);
    if (name.equals(QueriedSerde.ALL_METRICS)) {
      OptionalLong since = metrics.observedSinceMillis();
      return new ProducerRecord<>(
          topic, key, QueriedSerde.serializeObservedSince(since.orElseThrow()));
    }
    byte[] value = metrics.of(name).map(QueriedSerde::serializeQueried).orElse(null);
    return new ProducerRecord<>(topic, key, value);
  }
}
