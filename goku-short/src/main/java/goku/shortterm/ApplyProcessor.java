package goku.shortterm;

import java.time.Duration;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/// The processor that applies batches and deletes to the task's shard, and lets the shard continue
/// its own work when there are none.
final class ApplyProcessor implements Processor<byte[], byte[], Void, Void> {
  private static final Duration TICK = Duration.ofSeconds(1);

  /// The interval of the shard's own work, about that of the stream thread's polls.
  private static final Duration PROCEED = Duration.ofMillis(10);

  private final String storeName;
  private @Nullable ProcessorContext<Void, Void> context;
  private @Nullable ShardStateStore store;

  ApplyProcessor(String storeName) {
    this.storeName = storeName;
  }

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    this.context = context;
    ShardStateStore ours = context.getStateStore(storeName);
    store = ours;
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, timestamp -> ours.tick());
    context.schedule(PROCEED, PunctuationType.WALL_CLOCK_TIME, timestamp -> ours.proceed());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    var metadata = Objects.requireNonNull(context).recordMetadata().orElseThrow();
    Objects.requireNonNull(store).consume(record.value(), metadata.offset(), record.timestamp());
  }
}
