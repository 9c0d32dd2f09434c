package goku.shortterm;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;

/// A context that acts like Kafka Streams during a restore: it keeps the callback and feeds it.
final class RestoreContext implements StateStoreContext {
  private final TaskId task;
  private @Nullable RecordBatchingStateRestoreCallback callback;

  RestoreContext(int partition) {
    task = new TaskId(0, partition);
  }

  void restore(List<ConsumerRecord<byte[], byte[]>> records) {
    if (callback == null) {
      throw new AssertionError("the store did not register");
    }
    callback.restoreBatch(records);
  }

  @Override
  public void register(StateStore store, StateRestoreCallback restore) {
    callback = (RecordBatchingStateRestoreCallback) restore;
  }

  @Override
  public void register(StateStore store, StateRestoreCallback restore, CommitCallback commit) {
    register(store, restore);
  }

  @Override
  public TaskId taskId() {
    return task;
  }

  @Override
  public String applicationId() {
    return "test";
  }

  @Override
  public Optional<RecordMetadata> recordMetadata() {
    return Optional.empty();
  }

  @Override
  public Serde<?> keySerde() {
    return Serdes.ByteArray();
  }

  @Override
  public Serde<?> valueSerde() {
    return Serdes.ByteArray();
  }

  @Override
  public File stateDir() {
    throw new UnsupportedOperationException("the store keeps no files");
  }

  @Override
  public StreamsMetrics metrics() {
    throw new UnsupportedOperationException("the store has no metrics of Kafka's");
  }

  @Override
  public Map<String, Object> appConfigs() {
    return Map.of();
  }

  @Override
  public Map<String, Object> appConfigsWithPrefix(String prefix) {
    return Map.of();
  }
}
