package goku.shortterm.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import goku.memory.Blocks;
import goku.memory.Purpose;
import goku.memory.SlabPool;
import goku.model.FormatLevel;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Input that Kafka or an ingestor delivers again, after a newer value or a delete.
class RedeliveredInputTest {
  private static final long NOW = ShardFixture.START.toEpochMilli();
  private static final InputPartition INPUT = new InputPartition(new UUID(1, 2), 3, 4);
  private static final InputPartition OTHER = new InputPartition(new UUID(1, 2), 4, 4);

  private final ShardFixture fixture = new ShardFixture(64L << 20);

  @AfterEach
  void close() {
    fixture.close();
  }

  /// Returns a batch with one datapoint for each offset, at as many seconds after the hour.
  private static byte[] batch(InputPartition input, int from, int to, double value) {
    var writer = new BatchWriter();
    int number = writer.input(input, new InputPosition(from, 0));
    addTo(writer, number, from, to, value);
    return writer.toBytes();
  }

  private static void addTo(BatchWriter writer, int input, int from, int to, double value) {
    for (int offset = from; offset < to; offset++) {
      writer.source(input, offset, 0);
      writer.add(name(offset), NOW - offset * 1000L, value);
    }
  }

  private static SeriesName name(int offset) {
    return SeriesName.ofCanonical("cpu host=%d".formatted(offset / 10).getBytes(UTF_8));
  }

  private double value(int offset) {
    return fixture
        .readAll()
        .getOrDefault("cpu host=" + offset / 10, Map.of())
        .getOrDefault(NOW - offset * 1000L, Double.NaN);
  }

  private void putDirectly(int offset, double value) {
    fixture.put("cpu host=" + offset / 10, NOW - offset * 1000L, value);
  }

  @Test
  void aRedeliveredBatchDoesNotReplaceANewerValue() {
    fixture.append(batch(INPUT, 0, 100, 1));
    putDirectly(42, 2);
    fixture.append(batch(INPUT, 0, 100, 1));
    assertThat(value(42)).isEqualTo(2);
    assertThat(value(41)).isEqualTo(1);
    assertThat(fixture.counted("goku.short.datapoints.skipped")).isEqualTo(100);
    assertThat(fixture.counted("goku.short.datapoints.applied")).isEqualTo(101);
  }

  @Test
  void aRedeliveredBatchDoesNotUndoADelete() {
    fixture.append(batch(INPUT, 0, 100, 1));
    fixture.delete(new SeriesFilter("cpu", List.of(), false), ShardFixture.ALWAYS);
    fixture.append(batch(INPUT, 0, 100, 1));
    assertThat(fixture.readAll()).isEmpty();
  }

  /// The datapoints up to offset 99 were applied, and then others gather with them.
  @Test
  void ofABatchThatOverlapsOnlyTheRestIsStored() {
    fixture.append(batch(INPUT, 0, 100, 1));
    putDirectly(99, 2);
    fixture.append(batch(INPUT, 55, 150, 3));
    assertThat(value(54)).isEqualTo(1);
    assertThat(value(55)).isEqualTo(1);
    assertThat(value(99)).isEqualTo(2);
    assertThat(value(100)).isEqualTo(3);
    assertThat(value(149)).isEqualTo(3);
    assertThat(fixture.counted("goku.short.datapoints.skipped")).isEqualTo(45);
  }

  @Test
  void eachInputOfABatchIsSkippedByItself() {
    fixture.append(batch(INPUT, 0, 10, 1));
    var writer = new BatchWriter();
    int other = writer.input(OTHER, new InputPosition(0, 0));
    int again = writer.input(INPUT, new InputPosition(5, 0));
    addTo(writer, other, 0, 5, 2);
    addTo(writer, again, 5, 15, 3);
    addTo(writer, other, 20, 25, 4);
    fixture.append(writer.toBytes());
    assertThat(value(4)).isEqualTo(2);
    assertThat(value(9)).isEqualTo(1);
    assertThat(value(10)).isEqualTo(3);
    assertThat(value(24)).isEqualTo(4);
  }

  /// A record may be larger than a batch.
  @Test
  void theRestOfARecordIsStored() {
    byte[] first = partOfARecord(0, 500);
    fixture.append(first);
    fixture.append(partOfARecord(500, 900));
    assertThat(fixture.counted("goku.short.datapoints.applied")).isEqualTo(900);
    fixture.append(partOfARecord(400, 1000));
    assertThat(fixture.counted("goku.short.datapoints.applied")).isEqualTo(1000);
    assertThat(fixture.counted("goku.short.datapoints.skipped")).isEqualTo(500);
  }

  private static byte[] partOfARecord(int from, int to) {
    var writer = new BatchWriter();
    writer.input(INPUT, new InputPosition(7, from));
    for (int number = from; number < to; number++) {
      writer.source(0, 7, number);
      writer.add(name(number), NOW - number * 1000L, 1);
    }
    return writer.toBytes();
  }

  /// Kafka refused the batch with the offsets 10 to 19, and took the one after it.
  @Test
  void aBatchThatWasMissingIsStored() {
    fixture.append(batch(INPUT, 0, 10, 1));
    fixture.append(batch(INPUT, 20, 30, 1));
    putDirectly(25, 2);
    fixture.append(batch(INPUT, 5, 40, 1));
    assertThat(value(15)).isEqualTo(1);
    assertThat(value(35)).isEqualTo(1);
    assertThat(value(25)).isEqualTo(2);
  }

  @Test
  void aTopicThatWasCreatedAgainIsAnotherInput() {
    fixture.append(batch(INPUT, 0, 10, 1));
    fixture.append(batch(new InputPartition(new UUID(9, 9), 3, 4), 0, 10, 2));
    assertThat(value(5)).isEqualTo(2);
  }

  @Test
  void anUnreadableBatchCountsAsNotApplied() {
    byte[] broken = batch(INPUT, 0, 10, 1);
    fixture.append(Arrays.copyOf(broken, broken.length - 1));
    fixture.append(batch(INPUT, 0, 10, 2));
    assertThat(value(5)).isEqualTo(2);
  }

  @Test
  void datapointsWithoutAnInputAreNeverSkipped() {
    fixture.append(batch(INPUT, 0, 10, 1));
    putDirectly(5, 2);
    putDirectly(5, 3);
    assertThat(value(5)).isEqualTo(3);
    assertThat(fixture.counted("goku.short.datapoints.skipped")).isZero();
  }

  @Test
  void aSnapshotStatesTheInputs() {
    putDirectly(5, 2);
    assertThat(inputsOfACapture()).isEmpty();
    fixture.append(batch(INPUT, 0, 10, 1));
    assertThat(inputsOfACapture())
        .containsExactly(new InputRange(INPUT, new InputPosition(0, 0), new InputPosition(9, 1)));
  }

  private List<InputRange> inputsOfACapture() {
    return fixture.shard.capture().state().orElseThrow().inputs();
  }

  @Test
  void aBatchOfTheVersionBeforeIsStored() {
    var writer = new BatchWriter(FormatLevel.fixed(2));
    writer.input(INPUT, new InputPosition(0, 0));
    addTo(writer, 0, 0, 10, 1);
    fixture.append(writer.toBytes());
    assertThat(value(9)).isEqualTo(1);
    assertThat(inputsOfACapture()).isEmpty();
  }

  @Test
  void aBatchThatWaitedForSpaceIsAppliedOnlyWhenAllOfItIsStored() {
    var elapsed = new AtomicLong();
    try (var small = new ShardFixture(4L * SlabPool.SLAB_BYTES, elapsed::get)) {
      var other = new Blocks(small.memory.pool(), small.memory.use());
      while (other.allocate(Blocks.MAX_BLOCK_BYTES, Purpose.NAMES) > 0) {
        // fills the memory
      }
      int sent = 0;
      while (!small.shard.isStalled()) {
        small.append(batch(INPUT, sent, sent + 1000, 1));
        sent += 1000;
      }
      long applied = sent - 1000L;
      assertThat(end(small)).isLessThanOrEqualTo(applied);
      other.close();
      elapsed.addAndGet(Duration.ofSeconds(1).toNanos());
      small.shard.proceed();
      assertThat(small.shard.isStalled()).isFalse();
      assertThat(end(small)).isEqualTo(sent);
    }
  }

  private static long end(ShardFixture of) {
    List<InputRange> inputs = of.shard.capture().state().orElseThrow().inputs();
    return inputs.isEmpty() ? 0 : inputs.getFirst().to().offset() + 1;
  }
}
