package goku.shortterm.input;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AppliedInputsTest {
  private static final UUID TOPIC = new UUID(1, 2);
  private static final InputPartition INPUT = new InputPartition(TOPIC, 3, 4);

  private final AppliedInputs inputs = new AppliedInputs();

  private static InputRange range(InputPartition input, long from, long to) {
    return new InputRange(input, new InputPosition(from, 0), new InputPosition(to, 0));
  }

  private static List<InputRange> batch(long from, long to) {
    return List.of(range(INPUT, from, to));
  }

  private boolean has(long offset, int number) {
    return inputs.contain(INPUT, new InputPosition(offset, number));
  }

  @Test
  void batchesThatTouchMakeOneRange() {
    inputs.add(batch(10, 20));
    inputs.add(batch(20, 30));
    inputs.add(batch(5, 10));
    assertThat(inputs.all()).isEqualTo(batch(5, 30));
  }

  @Test
  void aRangeThatBeginsWithinARecordTouchesTheRestOfTheRecord() {
    var middle = new InputPosition(10, 500);
    var first = new InputRange(INPUT, new InputPosition(10, 0), middle);
    inputs.add(List.of(first));
    assertThat(has(10, 499)).isTrue();
    assertThat(has(10, 500)).isFalse();
    inputs.add(List.of(new InputRange(INPUT, middle, new InputPosition(12, 1))));
    assertThat(has(10, 500)).isTrue();
    assertThat(has(12, 0)).isTrue();
    assertThat(has(12, 1)).isFalse();
    assertThat(inputs.all()).hasSize(1);
  }

  @Test
  void aBatchThatTouchesOverlapsNothing() {
    inputs.add(batch(10, 20));
    assertThat(inputs.overlap(batch(20, 30))).isFalse();
    assertThat(inputs.overlap(batch(0, 10))).isFalse();
    assertThat(inputs.overlap(batch(19, 30))).isTrue();
    assertThat(inputs.overlap(batch(0, 11))).isTrue();
    assertThat(inputs.overlap(batch(12, 13))).isTrue();
    assertThat(inputs.overlap(batch(0, 100))).isTrue();
  }

  /// Kafka refused the batch from 20 to 30, and took the next one of the same sender.
  @Test
  void aGapIsNotApplied() {
    inputs.add(batch(10, 20));
    inputs.add(batch(30, 40));
    assertThat(has(19, 0)).isTrue();
    assertThat(has(20, 0)).isFalse();
    assertThat(has(29, 9)).isFalse();
    assertThat(has(30, 0)).isTrue();
    inputs.add(batch(15, 35));
    assertThat(inputs.all()).isEqualTo(batch(10, 40));
  }

  @Test
  void anotherTopicPartitionOrLeaderEpochIsAnotherInput() {
    inputs.add(batch(10, 20));
    for (InputPartition other :
        List.of(
            new InputPartition(new UUID(1, 3), 3, 4),
            new InputPartition(TOPIC, 2, 4),
            new InputPartition(TOPIC, 3, 5))) {
      assertThat(inputs.overlap(List.of(range(other, 10, 20)))).isFalse();
      assertThat(inputs.contain(other, new InputPosition(15, 0))).isFalse();
    }
  }

  @Test
  void restoredInputsAreThoseOfTheSnapshot() {
    var other = new InputPartition(TOPIC, 0, 4);
    inputs.add(List.of(range(INPUT, 1, 2), range(other, 5, 6), range(INPUT, 8, 9)));
    var restored = new AppliedInputs();
    restored.add(batch(100, 200));
    restored.restore(inputs.all());
    assertThat(restored.all())
        .isEqualTo(List.of(range(other, 5, 6), range(INPUT, 1, 2), range(INPUT, 8, 9)));
  }

  @Test
  void theLowestRangesOfAnInputAreDroppedFirst() {
    for (int i = 0; i < 100; i++) {
      inputs.add(batch(10L * i, 10L * i + 1));
    }
    assertThat(inputs.all()).hasSize(16);
    assertThat(has(990, 0)).isTrue();
    assertThat(has(840, 0)).isTrue();
    assertThat(has(830, 0)).isFalse();
  }

  @Test
  void theInputsAppliedLeastRecentlyAreDroppedFirst() {
    for (int i = 0; i < 10_000; i++) {
      inputs.add(List.of(range(new InputPartition(TOPIC, i, 0), 0, 1)));
      inputs.add(batch(i, i + 1));
    }
    assertThat(inputs.all()).hasSize(4096).endsWith(range(INPUT, 0, 10_000));
    assertThat(inputs.all().getFirst().input().partition()).isEqualTo(10_000 - 4095);
  }

  @Property(tries = 300)
  void exactlyTheAddedPositionsAreContained(
      @ForAll long seed, @ForAll @IntRange(max = 15) int count) {
    var random = new Random(seed);
    List<InputRange> ranges = new ArrayList<>();
    boolean[] added = new boolean[100];
    for (int i = 0; i < count; i++) {
      int from = random.nextInt(90);
      int to = from + 1 + random.nextInt(10);
      ranges.add(range(INPUT, from, to));
      Arrays.fill(added, from, to, true);
    }
    Collections.shuffle(ranges, random);
    var set = new AppliedInputs();
    ranges.forEach(range -> set.add(List.of(range)));
    for (int i = 0; i < added.length; i++) {
      assertThat(set.contain(INPUT, new InputPosition(i, 7)))
          .as("offset %d", i)
          .isEqualTo(added[i]);
      assertThat(set.overlap(batch(i, i + 1))).isEqualTo(added[i]);
    }
  }
}
