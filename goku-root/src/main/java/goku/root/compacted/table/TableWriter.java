package goku.root.compacted.table;

import goku.kafka.SendFailure;
import goku.root.compacted.ReadPosition;
import goku.root.compacted.table.ChangeRefusedException.Reason;
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

/// The writer of a table. Makes one change at a time, because a change may build on the previous
/// one. Each call returns once the table shows the change. Thread-safe.
public final class TableWriter<K extends Comparable<K>, V extends Held<K>> {
  /// The limit on the JSON of a value, a few pages of text. Bounds the memory for all of them.
  public static final int MAX_BYTES = 16 << 10;

  private final Producer<byte[], byte[]> producer;
  private final TableKind<K, V> kind;
  private final HeldTable<K, V> table;
  private final ReadPosition position;
  private final int max;
  private final Duration timeout;
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /// Creates a writer.
  ///
  /// @param max the largest number of values
  /// @param timeout the limit for Kafka to acknowledge a change, and again for reading it back
  public TableWriter(
      Producer<byte[], byte[]> producer,
      TableKind<K, V> kind,
      HeldTable<K, V> table,
      ReadPosition position,
      int max,
      Duration timeout) {
    this.producer = producer;
    this.kind = kind;
    this.table = table;
    this.position = position;
    this.max = max;
    this.timeout = timeout;
  }

  /// Makes all changes, or none if one is rejected. Returns the resulting values, one per key.
  ///
  /// @param replace whether to clear the fields that a change omits instead of keeping them
  public Collection<V> save(List<? extends TableChange<K, V>> changes, boolean replace)
      throws InterruptedException {
    lock();
    try {
      Map<K, V> results = results(changes, replace);
      requireRoom(results.keySet());
      requireMemory(results.values());
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (V result : results.values()) {
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

  /// Deletes those of the values that exist. None exists with a key above the limit of its JSON.
  public void delete(Collection<K> keys) throws InterruptedException {
    lock();
    try {
      write(
          keys.stream()
              .filter(key -> kind.format().serializeKey().apply(key).length <= MAX_BYTES)
              .map(key -> record(key, null))
              .toList());
    } finally {
      oneAtATime.unlock();
    }
  }

  private Map<K, V> results(List<? extends TableChange<K, V>> changes, boolean replace) {
    Map<K, V> results = new LinkedHashMap<>();
    for (TableChange<K, V> change : changes) {
      V before = results.get(change.key());
      if (before == null) {
        before = table.get(change.key()).orElse(null);
      }
      results.put(change.key(), change.over(before, replace));
    }
    return results;
  }

  private void requireRoom(Collection<K> keys) {
    long more = keys.stream().filter(key -> table.get(key).isEmpty()).count();
    if (more > 0 && table.size() + more > max) {
      throw new ChangeRefusedException(
          Reason.FULL,
          "cannot add %d %s to %d: the limit is %d; delete some or raise max-%s of the root"
              .formatted(more, kind.what(), table.size(), max, kind.what()));
    }
  }

  private void requireMemory(Collection<V> results) {
    long more = 0;
    for (V result : results) {
      more += result.heldBytes();
      more -= table.get(result.key()).map(Held::heldBytes).orElse(0L);
    }
    if (more > 0 && table.bytes() + more > table.maxBytes()) {
      throw new ChangeRefusedException(
          Reason.FULL,
          "cannot add %d bytes to %d bytes of %s: the limit is %d bytes of memory; delete some or raise the heap (GOKU_HEAP)"
              .formatted(more, table.bytes(), kind.what(), table.maxBytes()));
    }
  }

  private ProducerRecord<byte[], byte[]> record(V held) {
    byte[] value = kind.format().serializeValue().apply(held);
    if (value.length > MAX_BYTES) {
      throw new ChangeRefusedException(
          Reason.TOO_LONG,
          "cannot save %s of %d bytes: the limit is %d; shorten description, notes or custom"
              .formatted(kind.one(), value.length, MAX_BYTES));
    }
    return record(held.key(), value);
  }

  private ProducerRecord<byte[], byte[]> record(K key, byte @Nullable [] value) {
    return new ProducerRecord<>(kind.topic(), kind.format().serializeKey().apply(key), value);
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
          "Kafka did not acknowledge the change: "
              + SendFailure.text(e.getCause() == null ? e : e.getCause()));
    }
  }

  private void lock() throws InterruptedException {
    if (!oneAtATime.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      throw unavailable("other changes of %s are waiting for Kafka".formatted(kind.what()));
    }
    if (!position.known()) {
      oneAtATime.unlock();
      throw new ChangeRefusedException(
          Reason.UNAVAILABLE,
          "cannot change %s: they are still being read from Kafka; retry later"
              .formatted(kind.what()));
    }
  }

  private ChangeRefusedException unavailable(String reason) {
    return new ChangeRefusedException(
        Reason.UNAVAILABLE,
        "cannot confirm the change of %s within %d ms: %s; check whether it was made, then retry"
            .formatted(kind.what(), timeout.toMillis(), reason));
  }
}
