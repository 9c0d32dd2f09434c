package goku.ingest.put;

import goku.format.batch.BatchLayout;
import goku.ingest.routing.BatchSink;
import goku.ingest.routing.IngestMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/// A delivery of batches through a shared producer, which waits until Kafka has acknowledged them.
/// Belongs to one request or connection. Used by one thread at a time.
final class Delivery implements BatchSink {
  /// The result for the datapoints sent since the last `await`.
  ///
  /// @param lost datapoints that Kafka did not acknowledge, or not in time
  /// @param cause the cause of the first loss; empty if nothing was lost
  record Outcome(long lost, String cause) {}

  private record Pending(int datapoints, Future<RecordMetadata> acknowledgement) {}

  private static final byte[] KEY = BatchLayout.recordKey();

  private final Producer<byte[], byte[]> producer;
  private final IngestMetrics metrics;
  private final Duration timeout;
  private final InstantSource clock;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private long lost;
  private String cause = "";

  /// @param clock the time of records, by which their datapoints were judged
  Delivery(
      Producer<byte[], byte[]> producer,
      IngestMetrics metrics,
      Duration timeout,
      InstantSource clock) {
    this.clock = clock;
    this.producer = producer;
    this.metrics = metrics;
    this.timeout = timeout;
  }

  @Override
  public void send(String topic, int partition, byte[] batch, int datapoints) {
    if (lost > 0) {
      lose(datapoints, cause); // each send may block for as long as the timeout
      return;
    }
    metrics.sent(datapoints, batch.length);
    try {
      var message = new ProducerRecord<>(topic, partition, clock.millis(), KEY, batch);
      pending.add(new Pending(datapoints, producer.send(message)));
    } catch (KafkaException e) {
      lose(datapoints, e.toString()); // its buffers are full, or it is closed
    }
  }

  /// Returns whether no acknowledgement is outstanding.
  boolean isSettled() {
    return pending.isEmpty() && lost == 0;
  }

  /// Waits for the acknowledgements of everything sent.
  Outcome await() {
    return Objects.requireNonNull(metrics.flush().record(this::awaitAll));
  }

  private Outcome awaitAll() {
    long deadline = System.nanoTime() + timeout.toNanos();
    Pending next;
    while ((next = pending.poll()) != null) {
      awaitOne(next, deadline - System.nanoTime());
    }
    var outcome = new Outcome(lost, cause);
    lost = 0;
    cause = "";
    return outcome;
  }

  private void awaitOne(Pending next, long nanosLeft) {
    try {
      next.acknowledgement.get(Math.max(nanosLeft, 0), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      lose(next.datapoints, String.valueOf(e.getCause()));
    } catch (TimeoutException e) {
      lose(next.datapoints, "no acknowledgement within " + timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      lose(next.datapoints, e.toString());
    }
  }

  private void lose(int datapoints, String why) {
    metrics.failed(datapoints);
    if (lost == 0) {
      cause = why;
    }
    lost += datapoints;
  }
}
