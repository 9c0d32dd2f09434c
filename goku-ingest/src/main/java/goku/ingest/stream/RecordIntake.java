package goku.ingest.stream;

import goku.ingest.parse.Datapoint;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.ingest.rejected.RejectedPoint;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.Intake;
import goku.kafka.fetch.OversizedBatch;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// The entry of records of the input topics into the batches of one stream thread. All tasks of the
/// thread share it. Owned by the thread.
public final class RecordIntake implements PointHandler {
  private final PutRecordReader reader;
  private final Intake intake;
  private final BatchAccumulator batches;
  private final IngestOutput output;
  private final IngestMetrics metrics;
  private final InputReadings inputs;

  private final long lingerMillis;
  private long lastDrainMillis;

  // the record being read
  private @Nullable RecordMetadata from;
  private long accepted;

  /// Creates an intake that writes to `output`, and drains `batches` before every flush.
  ///
  /// @param topicIds asks Kafka for the id of a topic
  /// @param linger the longest time that a datapoint waits for others
  public RecordIntake(
      PutRecordReader reader,
      Intake intake,
      BatchAccumulator batches,
      IngestOutput output,
      IngestMetrics metrics,
      Function<String, UUID> topicIds,
      Duration linger) {
    this.reader = reader;
    this.intake = intake;
    this.batches = batches;
    this.output = output;
    this.metrics = metrics;
    this.inputs = new InputReadings(topicIds, batches);
    this.lingerMillis = linger.toMillis();
    output.drainWith(batches::drain);
  }

  /// Reads a record of an input topic.
  ///
  /// @param writtenMillis when the record was written
  /// @param leaderEpoch epoch of the leader that appended the record; -1 if unknown
  void read(ByteBuffer value, long writtenMillis, RecordMetadata metadata, int leaderEpoch) {
    from = metadata;
    accepted = 0;
    intake.begin(writtenMillis);
    var partition = new TopicPartition(metadata.topic(), metadata.partition());
    inputs.begin(partition, metadata.offset(), leaderEpoch);
    reader.read(value, this);
    metrics.accepted(accepted);
  }

  /// Keeps a batch of an input topic that was skipped, as the broker stores it.
  void skip(OversizedBatch batch) {
    var rejection =
        new Rejection(
            Reason.BATCH_TOO_LARGE,
            "The records of the batch need more than %d bytes of memory".formatted(batch.limit()));
    metrics.rejected(rejection.reason());
    byte[] bytes = batch.bytes();
    Map<String, String> origin =
        origin(batch.log().topic(), batch.log().partition(), batch.firstOffset());
    output.reject(RejectedPoint.of(rejection, bytes, 0, bytes.length, origin));
  }

  /// Drops what was gathered from the partitions of a task and not sent.
  void endTask(int partition) {
    inputs.end(partition);
  }

  /// Sends the batches that have lingered long enough. Each task of the thread has its own timer.
  void linger(long nowMillis) {
    if (nowMillis - lastDrainMillis >= lingerMillis) {
      lastDrainMillis = nowMillis;
      batches.drain();
    }
  }

  /// Returns whether no datapoint was gathered since batches were last sent.
  boolean isDrained() {
    return batches.isDrained();
  }

  @Override
  public @Nullable Rejection accept(Datapoint point) {
    batches.beginDatapoint();
    Rejection rejection = intake.take(point);
    if (rejection == null) {
      accepted++;
    }
    return rejection;
  }

  @Override
  public void rejected(Rejection rejection, byte[] source, int offset, int length) {
    metrics.rejected(rejection.reason());
    if (from == null) {
      throw new IllegalStateException("a datapoint outside of a record");
    }
    if (rejection.reason().isKept()) {
      output.reject(
          RejectedPoint.of(
              rejection,
              source,
              offset,
              length,
              origin(from.topic(), from.partition(), from.offset())));
    }
  }

  private static Map<String, String> origin(String topic, int partition, long offset) {
    return Map.of(
        "topic", topic, "partition", Integer.toString(partition), "offset", Long.toString(offset));
  }
}
