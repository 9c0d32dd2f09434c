package goku.shortterm;

import goku.shortterm.shard.Shard;
import java.util.Collection;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;

/// The state store of one task: a shard, made in `init` and given up in `close`.
///
/// Its memory is empty after every start, so it says `persistent` and `managesOffsets` but knows no
/// committed offset: Kafka Streams then replays the topic from its start up to the offset that the
/// group has committed (on the thread of the state updater) and hands over what follows to
/// `ApplyProcessor` (on the stream thread). The shard passes over what comes twice.
///
/// `init` may be called again after `close`, and once more at the start of the application for task
/// directories that are not empty (with a `StartupContext`); each time the shard begins empty. The
/// shard is put into the registry while the store is open, whatever the state of the whole
/// application: a shard can be read while others move.
final class ShardStore implements StateStore {
  private final String name;
  private final ShardRegistry registry;
  private final IntFunction<Shard> newShard;
  private volatile @Nullable Shard shard;

  ShardStore(String name, ShardRegistry registry, IntFunction<Shard> newShard) {
    this.name = name;
    this.registry = registry;
    this.newShard = newShard;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    open(context.taskId().partition());
    RecordBatchingStateRestoreCallback restore = this::restore;
    context.register(root, restore);
  }

  void apply(byte @Nullable [] record, long offset) {
    Shard open = shard();
    open.apply(record == null ? new byte[0] : record, offset);
  }

  void proceed() {
    shard().proceed();
  }

  void tick() {
    shard().tick();
  }

  @Override
  public boolean persistent() {
    return true;
  }

  /// Deprecated only because the answer will one day always be true.
  @Override
  @SuppressWarnings("deprecation")
  public boolean managesOffsets() {
    return true;
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    return null;
  }

  /// Without offsets Kafka Streams says that what was restored does not fit the topic any more.
  @Override
  public void commit(Map<TopicPartition, Long> offsets) {
    Shard open = shard;
    if (offsets.isEmpty() && open != null) {
      open(open.id().shard());
    }
  }

  @Override
  public boolean isOpen() {
    return shard != null;
  }

  @Override
  public void close() {
    Shard open = shard;
    if (open != null) {
      shard = null;
      registry.remove(open);
      open.close();
    }
  }

  private void restore(Collection<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> batch : records) {
      apply(batch.value(), batch.offset());
    }
  }

  private void open(int number) {
    close();
    Shard opened = newShard.apply(number);
    shard = opened;
    registry.add(opened);
  }

  private Shard shard() {
    Shard open = shard;
    if (open == null) {
      throw new IllegalStateException("store %s is closed".formatted(name));
    }
    return open;
  }
}
