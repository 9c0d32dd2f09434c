package goku.testkit;

import java.nio.ByteBuffer;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;

/// The header of a Kafka batch of one record that a test has encoded by itself.
///
/// @param offset the offset of the record
/// @param leaderEpoch the epoch of the leader that stored it
public record BatchHeader(CompressionType compression, long offset, int leaderEpoch, long millis) {
  /// The room for the header, in bytes.
  public static final int BYTES = DefaultRecordBatch.RECORD_BATCH_OVERHEAD;

  /// Returns the header of a batch that a producer sends.
  public static BatchHeader sent(CompressionType compression, long millis) {
    return new BatchHeader(compression, 0, RecordBatch.NO_PARTITION_LEADER_EPOCH, millis);
  }

  /// Writes the header with its checksum, before the compressed record.
  ///
  /// @param batch from its beginning up to its limit, which includes the room for the header
  public void writeTo(ByteBuffer batch) {
    DefaultRecordBatch.writeHeader(
        batch,
        offset,
        0,
        batch.limit(),
        RecordBatch.CURRENT_MAGIC_VALUE,
        compression,
        TimestampType.CREATE_TIME,
        millis,
        millis,
        RecordBatch.NO_PRODUCER_ID,
        RecordBatch.NO_PRODUCER_EPOCH,
        RecordBatch.NO_SEQUENCE,
        false,
        false,
        false,
        leaderEpoch,
        1);
  }
}
