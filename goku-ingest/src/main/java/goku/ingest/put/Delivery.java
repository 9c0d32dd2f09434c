package goku.ingest.put;

import goku.format.batch.BatchLayout;
import goku.ingest.routing.BatchSink;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.stream.RefusedException;
import goku.kafka.SendFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// A delivery of batches through a shared producer, which waits until Kafka has acknowledged them.
/// The time limit begins with the first batch since the last `await`, and holds for all of them
/// together. Belongs to one request or connection. Used by one thread at a time.
final class Delivery implements BatchSink {
  /// The result for the datapoints sent since the last `await`.
  ///
  /// @param lost datapoints that Kafka did not acknowledge, or not in time
  /// @param cause the cause of the first loss; empty if nothing was lost
  record Outcome(long lost, String cause) {}

  private record Pending(int datapoints, Future<RecordMetadata> acknowledgement) {}

  private static final byte[] KEY = BatchLayout.recordKey();
  private static final int MOST_REFUSED = 1_000;

  private final Producer<byte[], byte[]> producer;
  private final IngestMetrics metrics;
  private final Duration timeout;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private long lost;
  private String cause = "";

  /// The end of the time limit, by `nanoTime`.
  private long deadline;

  /// @param clock the time of records, by which their datapoints were judged
  Delivery(
      Producer<byte[], byte[]> producer,
      IngestMetrics metrics,
      Duration timeout,
      InstantSource clock,
      LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.producer = producer;
    this.metrics = metrics;
    this.timeout = timeout;
  }

  @Override
  public void send(String topic, int partition, byte[] batch, int datapoints) {
    if (isInTime(datapoints)) {
      metrics.sent(datapoints, batch.length);
      deliver(new ProducerRecord<>(topic, partition, clock.millis(), KEY, batch), datapoints);
    }
  }

  /// Sends a refused datapoint. A body may consist of millions of them: this waits for earlier ones
  /// rather than keep all of them in memory.
  void refuse(ProducerRecord<byte[], byte[]> refused) {
    if (pending.size() >= MOST_REFUSED) {
      awaitOne(pending.remove());
    }
    if (isInTime(1)) {
      deliver(refused, 1);
    }
  }

  /// Returns whether datapoints may be sent. If it is too late for them, they are lost.
  private boolean isInTime(int datapoints) {
    while (nanosLeft() <= 0 && !pending.isEmpty() && pending.getFirst().acknowledgement.isDone()) {
      awaitOne(pending.remove()); // the caller was away for longer than Kafka
    }
    if (isSettled()) {
      deadline = nanoTime.getAsLong() + timeout.toNanos();
    }
    if (lost == 0 && nanosLeft() > 0) {
      return true;
    }
    lose(datapoints, late());
    return false;
  }

  private void deliver(ProducerRecord<byte[], byte[]> message, int datapoints) {
    try {
      var sent = new Pending(datapoints, sendInTime(message));
      if (sent.acknowledgement.isDone()) {
        awaitOne(sent); // a topic that Kafka does not describe in time has failed already
      } else {
        pending.add(sent);
      }
    } catch (KafkaException e) {
      lose(datapoints, e.toString()); // its buffers are full, or it is closed
    }
  }

  /// Sends again as long as the producer is blocked, because it has no metadata of the topic or its
  /// buffers are full. Each send blocks for a moment only, so that the limit of this delivery
  /// holds.
  private Future<RecordMetadata> sendInTime(ProducerRecord<byte[], byte[]> message) {
    Future<RecordMetadata> sent = producer.send(message);
    while (isBlocked(sent) && nanosLeft() > 0) {
      sent = producer.send(message);
    }
    return sent;
  }

  private static boolean isBlocked(Future<RecordMetadata> sent) {
    return sent.state() == Future.State.FAILED
        && sent.exceptionNow() instanceof org.apache.kafka.common.errors.TimeoutException;
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
    Pending next;
    while ((next = pending.poll()) != null) {
      awaitOne(next);
    }
    var outcome = new Outcome(lost, cause);
    lost = 0;
    cause = "";
    return outcome;
  }

  private void awaitOne(Pending next) {
    try {
      next.acknowledgement.get(Math.max(nanosLeft(), 0), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      lose(next.datapoints, text(e.getCause()));
    } catch (TimeoutException e) {
      lose(next.datapoints, late());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      lose(next.datapoints, e.toString());
    }
  }

  private static String text(@Nullable Throwable cause) {
    return cause instanceof RefusedException
        ? String.valueOf(cause.getMessage())
        : SendFailure.text(cause);
  }

  private long nanosLeft() {
    return deadline - nanoTime.getAsLong();
  }

  private String late() {
    return "no acknowledgement within " + timeout;
  }

  private void lose(int datapoints, String why) {
    metrics.failed(datapoints);
    if (lost == 0) {
      cause = why;
    }
    lost += datapoints;
  }
}
