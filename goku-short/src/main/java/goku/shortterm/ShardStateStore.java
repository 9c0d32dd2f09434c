package goku.shortterm;

import goku.shortterm.lifecycle.ShardLifecycle;
import java.util.Collection;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The state store of one task: a shard, opened in `init` and closed in `close`. The store of a
/// spare partition has no shard and ignores records.
///
/// It declares itself `persistent` and `managesOffsets`. Kafka Streams replays the topic from the
/// offset of the shard's snapshot, or from its start without one, up to the committed offset of the
/// group (on the thread of the state updater). It then passes later records to `ApplyProcessor` (on
/// the stream thread). The shard skips records that it already has. Loading takes place on another
/// thread: `init` only decides what to load, and the first record waits for it.
///
/// `init` may be called again after `close`, and once more at the start of the application for task
/// directories that are not empty (with a `StartupContext`). The registry contains the shard while
/// the store is open, in every state of the application: a shard can be read while others move, and
/// while it is loading.
final class ShardStateStore implements StateStore {
  private static final Logger LOG = LoggerFactory.getLogger(ShardStateStore.class);

  private final String name;
  private final ShardRegistry registry;
  private final IntPredicate spare;
  private final IntFunction<ShardLifecycle> opener;
  private volatile @Nullable ShardLifecycle shard;

  /// True while the store is open for a spare partition.
  private volatile boolean isSpare;

  /// True if the topic begins after the snapshot. The records in between are lost, but the
  /// snapshot's content is not: the shard keeps it, and the topic is read from its start.
  private volatile boolean behindTopic;

  /// @param spare whether a partition has no shard
  ShardStateStore(
      String name, ShardRegistry registry, IntPredicate spare, IntFunction<ShardLifecycle> opener) {
    this.name = name;
    this.registry = registry;
    this.spare = spare;
    this.opener = opener;
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

  void consume(byte @Nullable [] record, long offset, long recordMillis) {
    if (!isSpare) {
      shard().applyWhenLoaded(record == null ? new byte[0] : record, offset, recordMillis);
    }
  }

  void proceed() {
    if (!isSpare) {
      shard().proceed();
    }
  }

  void tick() {
    if (!isSpare) {
      shard().tick();
    }
  }

  @Override
  public boolean persistent() {
    return true;
  }

  /// Deprecated only because the answer will always be true one day.
  @Override
  @SuppressWarnings("deprecation")
  public boolean managesOffsets() {
    return true;
  }

  @Override
  public @Nullable Long committedOffset(TopicPartition partition) {
    ShardLifecycle open = shard;
    return open == null || behindTopic ? null : open.recoveredOffset().orElse(null);
  }

  /// Commits nothing. Without offsets, Kafka Streams reports that the topic no longer has the
  /// records after `committedOffset`. It then closes and reopens the store.
  @Override
  public void commit(Map<TopicPartition, Long> offsets) {
    if (offsets.isEmpty()) {
      behindTopic = true;
    }
  }

  @Override
  public boolean isOpen() {
    return shard != null || isSpare;
  }

  @Override
  public void close() {
    isSpare = false;
    ShardLifecycle open = shard;
    if (open != null) {
      shard = null;
      registry.remove(open);
      open.close();
    }
  }

  private void restore(Collection<ConsumerRecord<byte[], byte[]>> records) {
    for (ConsumerRecord<byte[], byte[]> batch : records) {
      consume(batch.value(), batch.offset(), batch.timestamp());
    }
  }

  private void open(int number) {
    close();
    if (spare.test(number)) {
      isSpare = true;
      LOG.warn("partition without a shard, not used store={} partition={}", name, number);
      return;
    }
    ShardLifecycle opened = opener.apply(number);
    shard = opened;
    registry.add(opened);
  }

  private ShardLifecycle shard() {
    ShardLifecycle open = shard;
    if (open == null) {
      throw new IllegalStateException("store %s is closed".formatted(name));
    }
    return open;
  }
}
