package goku.ingest.stream;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// The only node of the topology. It forwards nothing: batches go straight to the thread's
/// producer.
final class IngestProcessor implements Processor<byte[], byte @Nullable [], Void, Void> {
  private final Supplier<RecordIntake> intakes;
  private final Duration linger;
  private @Nullable RecordIntake intake;
  private @Nullable ProcessorContext<Void, Void> context;

  IngestProcessor(Supplier<RecordIntake> intakes, Duration linger) {
    this.intakes = intakes;
    this.linger = linger;
  }

  @Override
  public void init(ProcessorContext<Void, Void> context) {
    RecordIntake created = intakes.get();
    this.intake = created;
    this.context = context;
    context.schedule(linger, PunctuationType.WALL_CLOCK_TIME, created::linger);
  }

  @Override
  public void process(Record<byte[], byte @Nullable []> message) {
    if (intake == null || context == null) {
      throw new IllegalStateException("init was not called");
    }
    RecordMetadata from =
        context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record without an offset"));
    int leaderEpoch = ValueInPlace.leaderEpoch(message);
    intake.read(ValueInPlace.of(message), message.timestamp(), from, leaderEpoch);
  }

  /// Drops what was gathered and not sent: a task that is closed without a commit has lost its
  /// partitions.
  @Override
  public void close() {
    if (intake != null && context != null) {
      intake.endTask(context.taskId().partition());
    }
  }
}
