package goku.root.annotation;

import goku.root.annotation.AnnotationRefusedException.Reason;
import goku.root.compacted.ReadPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// The writer of annotations. Makes one change at a time, because a change may build on the
/// previous one. Each call returns once the table shows the change. Thread-safe.
public final class AnnotationWriter {
  /// The limit on the JSON of an annotation, a few pages of text. Bounds the memory for all of
  /// them.
  static final int MAX_BYTES = 16 << 10;

  private final Producer<byte[], byte[]> producer;
  private final AnnotationTable table;
  private final ReadPosition position;
  private final int max;
  private final Duration timeout;
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /// Creates a writer.
  ///
  /// @param max the largest number of annotations
  /// @param timeout the limit for Kafka to acknowledge a change, and again for reading it back
  AnnotationWriter(
      Producer<byte[], byte[]> producer,
      AnnotationTable table,
      ReadPosition position,
      int max,
      Duration timeout) {
    this.producer = producer;
    this.table = table;
    this.position = position;
    this.max = max;
    this.timeout = timeout;
  }

  /// Makes all changes, or none if one is rejected. Returns the resulting annotations, one per key.
  ///
  /// @param replace whether to clear the fields that a change omits instead of keeping them
  public Collection<Annotation> save(List<AnnotationChange> changes, boolean replace)
      throws InterruptedException {
    lock();
    try {
      Map<AnnotationKey, Annotation> results = results(changes, replace);
      requireRoom(results.keySet());
      requireMemory(results.values());
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (Annotation result : results.values()) {
        if (!table.get(result.key()).equals(Optional.of(result))) {
          records.add(record(result));
        }
      }
      write(records);
      return results.values();
    } finally {
      oneAtATime.unlock();
    }
  }

  /// Deletes those of the annotations that exist. None exists with a key above the limit of its
  /// JSON.
  public void delete(Collection<AnnotationKey> keys) throws InterruptedException {
    lock();
    try {
      write(
          keys.stream()
              .filter(key -> AnnotationSerde.serializeKey(key).length <= MAX_BYTES)
              .map(key -> record(key, null))
              .toList());
    } finally {
      oneAtATime.unlock();
    }
  }

  private Map<AnnotationKey, Annotation> results(List<AnnotationChange> changes, boolean replace) {
    Map<AnnotationKey, Annotation> results = new LinkedHashMap<>();
    for (AnnotationChange change : changes) {
      Annotation before = results.get(change.key());
      if (before == null) {
        before = table.get(change.key()).orElse(null);
      }
      Annotation after = before == null || replace ? change.alone() : change.over(before);
      results.put(change.key(), after);
    }
    return results;
  }

  private void requireRoom(Collection<AnnotationKey> keys) {
    long more = keys.stream().filter(key -> table.get(key).isEmpty()).count();
    if (more > 0 && table.size() + more > max) {
      throw new AnnotationRefusedException(
          Reason.FULL,
          "cannot add %d annotations to %d: the limit is %d; delete some or raise max-annotations of the root"
              .formatted(more, table.size(), max));
    }
  }

  private void requireMemory(Collection<Annotation> results) {
    long more = 0;
    for (Annotation result : results) {
      more += result.heldBytes();
      more -= table.get(result.key()).map(Annotation::heldBytes).orElse(0L);
    }
    if (more > 0 && table.bytes() + more > table.maxBytes()) {
      throw new AnnotationRefusedException(
          Reason.FULL,
          "cannot add %d bytes to %d bytes of annotations: the limit is %d bytes of memory; delete some or raise the heap (GOKU_HEAP)"
              .formatted(more, table.bytes(), table.maxBytes()));
    }
  }

  private static ProducerRecord<byte[], byte[]> record(Annotation annotation) {
    byte[] value = AnnotationSerde.serializeValue(annotation);
    if (value.length > MAX_BYTES) {
      throw new AnnotationRefusedException(
          Reason.TOO_LONG,
          "cannot save an annotation of %d bytes: the limit is %d; shorten description, notes or custom"
              .formatted(value.length, MAX_BYTES));
    }
    return record(annotation.key(), value);
  }

  private static ProducerRecord<byte[], byte[]> record(AnnotationKey key, byte @Nullable [] value) {
    return new ProducerRecord<>(AnnotationStore.TOPIC, AnnotationSerde.serializeKey(key), value);
  }

  private void write(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
    try {
      List<Future<RecordMetadata>> sent = new ArrayList<>();
      for (ProducerRecord<byte[], byte[]> record : records) {
        sent.add(producer.send(record));
      }
      long last = -1;
      for (Future<RecordMetadata> future : sent) {
        last = Math.max(last, future.get(timeout.toNanos(), TimeUnit.NANOSECONDS).offset());
      }
      if (last >= 0 && !position.awaitBehind(last, timeout)) {
        throw unavailable("this server has not read the change back from Kafka");
      }
    } catch (TimeoutException | ExecutionException | KafkaException e) {
      throw unavailable(
          "Kafka did not acknowledge the change: " + (e.getCause() == null ? e : e.getCause()));
    }
  }

  private void lock() throws InterruptedException {
    if (!oneAtATime.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      throw unavailable("other changes of annotations are waiting for Kafka");
    }
    if (!position.known()) {
      oneAtATime.unlock();
      throw new AnnotationRefusedException(
          Reason.UNAVAILABLE,
          "cannot change annotations: they are still being read from Kafka; retry later");
    }
  }

  private AnnotationRefusedException unavailable(String reason) {
    return new AnnotationRefusedException(
        Reason.UNAVAILABLE,
        "cannot confirm the change of annotations within %d ms: %s; check whether it was made, then retry"
            .formatted(timeout.toMillis(), reason));
  }
}
