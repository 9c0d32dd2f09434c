package goku.kafka.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import goku.kafka.fetch.FetchFilter.Part;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FetchFilterTest {
  private static final int LIMIT = 100_000;
  private static final Compression ZSTD = Compression.zstd().build();

  private final List<OversizedBatch> oversized = new ArrayList<>();
  private final FetchFilter filter = new FetchFilter(LIMIT, oversized::add);

  private static Part part(int partition, ByteBuffer... batches) {
    ByteBuffer all = ByteBuffer.allocate(4 * LIMIT);
    for (ByteBuffer batch : batches) {
      all.put(batch.duplicate());
    }
    var data = new PartitionData().setRecords(MemoryRecords.readableRecords(all.flip()));
    return new Part(new TopicPartition("metrics", partition), data);
  }

  /// Returns the batches that the consumer gets, each as its first offset and its records.
  private static List<String> batches(Part part) {
    var records = (MemoryRecords) part.data().records();
    return StreamSupport.stream(records.batches().spliterator(), false)
        .map(batch -> batch.baseOffset() + ":" + batch.countOrNull())
        .toList();
  }

  private static ByteBuffer small(long offset) {
    return Batches.of(ZSTD, offset, 10, 1);
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aBatchBeyondTheLimitBecomesAnEmptyBatchOfItsOffsets(CompressionType type) {
    ByteBuffer large = Batches.of(Compression.of(type).build(), 7, LIMIT, 0);
    Part part = part(3, large, small(8));
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("7:0");
    RecordBatch empty = ((MemoryRecords) part.data().records()).batches().iterator().next();
    assertThat(empty.nextOffset()).isEqualTo(8);
    assertThat(empty.isValid()).isTrue();
    OversizedBatch kept = oversized.getFirst();
    assertThat(kept.log()).isEqualTo(part.log());
    assertThat(kept.firstOffset()).isEqualTo(7);
    assertThat(kept.lastOffset()).isEqualTo(7);
    assertThat(ByteBuffer.wrap(kept.bytes())).isEqualTo(large);
  }

  @Test
  void theSizeThatARecordStatesCounts() {
    Part part = part(0, Batches.stating(Integer.MAX_VALUE, ZSTD, 7, 10, 0));
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("7:0");
  }

  @Test
  void headersCountAlsoInBatchesThatAreNotCompressed() {
    Part part = part(0, Batches.of(Compression.NONE, 7, 10, LIMIT / 100));
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("7:0");
  }

  @Test
  void valuesOfBatchesThatAreNotCompressedDoNotCount() {
    Part part = part(0, Batches.of(Compression.NONE, 7, 2 * LIMIT, 1));
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("7:1");
  }

  @Test
  void recordsBeforeABatchBeyondTheLimitComeWithoutIt() {
    Part part = part(0, small(5), small(6), Batches.of(ZSTD, 7, LIMIT, 0), small(8));
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("5:1", "6:1");
    assertThat(oversized).isEmpty();
  }

  @Test
  void batchesThatExceedTheLimitTogetherAreCutOff() {
    Part part = part(0, half(5), half(6), half(7));
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("5:1");
    assertThat(oversized).isEmpty();
  }

  @Test
  void eachLogComesFirstInTurn() {
    for (int i = 0; i < 4; i++) {
      Part one = part(0, half(5));
      Part other = part(1, half(6));
      filter.apply(List.of(one, other));
      assertThat(batches(one)).hasSize(i % 2);
      assertThat(batches(other)).hasSize(1 - i % 2);
    }
  }

  private static ByteBuffer half(long offset) {
    return Batches.of(ZSTD, offset, LIMIT * 2 / 3, 0);
  }

  @Test
  void aDamagedBatchIsLeftToTheConsumer() {
    ByteBuffer large = Batches.of(ZSTD, 7, LIMIT, 0);
    large.put(30, (byte) 99); // of a timestamp, which the checksum covers
    Part part = part(0, large);
    filter.apply(List.of(part));
    assertThat(batches(part)).containsExactly("7:1");
    assertThat(oversized).isEmpty();
  }
}
