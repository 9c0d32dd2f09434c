package goku.kafka.fetch;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;

/// A filter of the answers to fetches, which bounds the memory that their records need. A batch
/// that needs more than the limit is replaced by an empty batch with the same offsets, so that the
/// consumer continues after it. Of batches that only together exceed the limit, the later ones are
/// cut off. The consumer fetches them again.
///
/// An empty batch is never in an answer with other records of its log: the consumer's position is
/// then behind it before the next records, and a reader that counts offsets sees no gap.
///
/// Owned by one consumer, which calls it from one thread at a time.
final class FetchFilter {
  static final int PART_OF_HEAP = 32;

  /// The least limit. Producers send a few MiB at most, unless they are set otherwise.
  private static final long LEAST_LIMIT = 16 << 20;

  private final long limit;
  private final Consumer<OversizedBatch> onOversized;
  private final BufferSupplier buffers = BufferSupplier.create();
  private int turn;

  FetchFilter(long limit, Consumer<OversizedBatch> onOversized) {
    this.limit = limit;
    this.onOversized = onOversized;
  }

  /// Returns the limit of this process.
  static long limit() {
    return Math.max(LEAST_LIMIT, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  /// The part of an answer that belongs to one log.
  record Part(TopicPartition log, PartitionData data) {}

  /// Removes the records from the answer that may not be read now.
  void apply(List<Part> answer) {
    List<Part> filled =
        answer.stream()
            .filter(part -> part.data().records() instanceof MemoryRecords)
            .filter(part -> part.data().records().sizeInBytes() > 0)
            .toList();
    long left = limit;
    // each log comes first in turn, so that none waits forever for the others
    turn++;
    for (int i = 0; i < filled.size(); i++) {
      Part part = filled.get(Math.floorMod(turn + i, filled.size()));
      left = left > 0 ? left - keep(part, left) : keepNothing(part);
    }
  }

  private static long keepNothing(Part part) {
    part.data().setRecords(MemoryRecords.EMPTY);
    return 0;
  }

  /// Cuts off the records that need more bytes than are left. Returns the bytes of the others, or
  /// `left` if records were cut off.
  private long keep(Part part, long left) {
    var records = (MemoryRecords) part.data().records();
    ByteBuffer bytes = records.buffer();
    int end = 0;
    long cost = 0;
    try {
      for (MutableRecordBatch batch : records.batches()) {
        long more =
            batch instanceof DefaultRecordBatch known ? BatchCost.upTo(limit, known, buffers) : 0;
        boolean isOversized = more > limit && batch.isValid();
        boolean isFirst = end == 0;
        if (isOversized && isFirst) {
          part.data().setRecords(pass(part.log(), batch, bytes));
          return left;
        }
        // the first batch of all always fits, otherwise nobody could ever read it
        if (isOversized || (cost + more > left && (left < limit || !isFirst))) {
          part.data().setRecords(MemoryRecords.readableRecords(bytes.slice(bytes.position(), end)));
          return left;
        }
        cost += more;
        end += batch.sizeInBytes();
      }
    } catch (KafkaException damaged) {
      return cost; // the consumer will find the same damage, and report it
    }
    return cost;
  }

  private MemoryRecords pass(TopicPartition log, MutableRecordBatch batch, ByteBuffer bytes) {
    byte[] copy = new byte[batch.sizeInBytes()];
    bytes.get(bytes.position(), copy);
    onOversized.accept(
        new OversizedBatch(log, batch.baseOffset(), batch.lastOffset(), copy, limit));
    ByteBuffer empty = ByteBuffer.allocate(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
    DefaultRecordBatch.writeEmptyHeader(
        empty,
        batch.magic(),
        batch.producerId(),
        batch.producerEpoch(),
        batch.baseSequence(),
        batch.baseOffset(),
        batch.lastOffset(),
        batch.partitionLeaderEpoch(),
        batch.timestampType(),
        batch.maxTimestamp(),
        batch.isTransactional(),
        batch.isControlBatch());
    return MemoryRecords.readableRecords(empty.flip());
  }
}
