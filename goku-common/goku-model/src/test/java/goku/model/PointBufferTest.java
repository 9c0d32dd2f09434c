package goku.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PointBufferTest {
  private record Point(long time, double value, double weight) {}

  @Test
  void aNewBufferIsEmptyAndWithoutWeights() {
    var buffer = new PointBuffer();
    assertThat(buffer.size()).isZero();
    assertThat(buffer.isWeighted()).isFalse();
    assertThat(buffer.firstAtOrAfter(0)).isZero();
  }

  @Test
  void aBufferOverArraysHasAllTheirEntries() {
    var buffer = PointBuffer.of(new long[] {1, 2}, new double[] {3, 4}, new double[] {5, 6});
    assertThat(points(buffer)).containsExactly(new Point(1, 3, 5), new Point(2, 4, 6));
    assertThat(PointBuffer.of(new long[] {1}, new double[] {2}, null).isWeighted()).isFalse();
  }

  @Test
  void aClearedBufferHasNeitherDatapointsNorWeights() {
    var buffer = new PointBuffer();
    buffer.add(1, 2, 3);
    buffer.clear();
    buffer.add(4, 5);
    assertThat(points(buffer)).containsExactly(new Point(4, 5, 1));
    assertThat(buffer.isWeighted()).isFalse();
  }

  @Test
  void datapointsBeforeTheFirstWeightHaveTheWeightOne() {
    var buffer = new PointBuffer();
    buffer.add(1, 10);
    buffer.add(2, 20, 7);
    buffer.add(3, 30);
    assertThat(buffer.weights()).startsWith(1, 7, 1);
  }

  @Test
  void aReusedBufferForgetsOldWeights() {
    var buffer = new PointBuffer();
    buffer.add(1, 10, 7);
    buffer.clear();
    buffer.add(2, 20);
    buffer.beWeighted();
    assertThat(buffer.weights()[0]).isEqualTo(1);
  }

  @Test
  void aRemovalKeepsEntriesBeforeItsStart() {
    var buffer = new PointBuffer();
    for (int i = 0; i < 6; i++) {
      buffer.add(i, i * 10.0, i + 1.0);
    }
    buffer.removeIf(2, time -> time % 2 == 0);
    assertThat(points(buffer))
        .containsExactly(
            new Point(0, 0, 1), new Point(1, 10, 2), new Point(3, 30, 4), new Point(5, 50, 6));
  }

  @Test
  void aRemovalOfWeightedDatapointsKeepsTheWeightsOfTheOthers() {
    var buffer = new PointBuffer();
    buffer.add(1, 10);
    buffer.add(2, 20);
    buffer.add(3, 30);
    buffer.removeIf(0, time -> time == 1);
    assertThat(points(buffer)).containsExactly(new Point(2, 20, 1), new Point(3, 30, 1));
    buffer.add(4, 40, 7);
    buffer.removeIf(0, time -> time == 2);
    assertThat(points(buffer)).containsExactly(new Point(3, 30, 1), new Point(4, 40, 7));
  }

  @Test
  void weightsArePartOfACopyOfALaterRange() {
    var buffer = new PointBuffer();
    buffer.add(1, 10);
    var other = PointBuffer.of(new long[] {2, 3}, new double[] {20, 30}, new double[] {5, 6});
    buffer.addAll(other, 1, 2);
    buffer.addAll(PointBuffer.of(new long[] {4}, new double[] {40}), 0, 1);
    assertThat(points(buffer))
        .containsExactly(new Point(1, 10, 1), new Point(3, 30, 6), new Point(4, 40, 1));
  }

  @Test
  void aCopyOfDatapointsWithoutWeightsHasNone() {
    var buffer = new PointBuffer();
    buffer.addAll(PointBuffer.of(new long[] {1}, new double[] {10}), 0, 1);
    assertThat(buffer.isWeighted()).isFalse();
  }

  @Test
  void aBufferThatGrowsKeepsItsWeights() {
    var buffer = new PointBuffer();
    buffer.add(0, 0, 5);
    for (int i = 1; i <= 300; i++) {
      buffer.add(i, i);
    }
    assertThat(points(buffer)).hasSize(301).startsWith(new Point(0, 0, 5), new Point(1, 1, 1));
    assertThat(points(buffer)).endsWith(new Point(300, 300, 1));
  }

  @Test
  void aBufferGrowsByDoublingFrom256Datapoints() {
    var buffer = new PointBuffer();
    buffer.add(1, 1);
    assertThat(buffer.timestamps()).hasSize(256);
    for (int i = 1; i < 257; i++) {
      buffer.add(1, 1);
    }
    assertThat(buffer.timestamps()).hasSize(512);
  }

  @Test
  void anEmptyRangeAddsNothing() {
    var buffer = new PointBuffer();
    var other = new PointBuffer();
    other.add(1, 2, 3);
    buffer.addAll(other, 1, 1);
    buffer.addAll(other, 1, 0);
    assertThat(buffer.size()).isZero();
    assertThat(buffer.isWeighted()).isFalse();
  }

  @Test
  void theFirstDatapointAtOrAfterATimeIsFoundByItsTime() {
    var buffer = new PointBuffer();
    for (long time : new long[] {10, 20, 30}) {
      buffer.add(time, 0);
    }
    assertThat(new long[] {5, 10, 11, 20, 30, 31})
        .satisfies(
            times -> {
              int[] expected = {0, 0, 1, 1, 2, 3};
              for (int i = 0; i < times.length; i++) {
                assertThat(buffer.firstAtOrAfter(times[i])).isEqualTo(expected[i]);
              }
            });
  }

  @Test
  void roomIsMadeOnlyWhereItIsLacking() {
    var buffer = new PointBuffer();
    buffer.ensureRoom(300);
    long[] array = buffer.timestamps();
    buffer.ensureRoom(300);
    assertThat(buffer.timestamps()).isSameAs(array).hasSize(300);
    buffer.setSize(1);
    buffer.ensureRoom(300);
    assertThat(buffer.timestamps()).hasSize(600);
  }

  @Test
  void scratchSpaceGrowsByDoublingAndIsReused() {
    var buffer = new PointBuffer();
    long[] first = buffer.scratch(10);
    assertThat(first).hasSize(10);
    assertThat(buffer.scratch(10)).isSameAs(first);
    assertThat(buffer.scratch(11)).hasSize(20);
    assertThat(buffer.scratch(50)).hasSize(50);
  }

  @Property
  void aBufferHoldsWhatAListWouldHold(@ForAll long seed) {
    var random = new Random(seed);
    var buffer = new PointBuffer();
    List<Point> expected = new ArrayList<>();
    boolean weights = random.nextBoolean();
    for (int i = random.nextInt(1200); i > 0; i--) {
      if (weights && random.nextInt(4) == 0) {
        buffer.add(i, -i, 2);
        expected.add(new Point(i, -i, 2));
      } else {
        buffer.add(i, -i);
        expected.add(new Point(i, -i, 1));
      }
    }
    var copy = new PointBuffer();
    if (random.nextBoolean()) {
      copy.add(7, 8, 9);
      expected.addFirst(new Point(7, 8, 9));
    }
    int from = random.nextInt(buffer.size() + 1);
    copy.addAll(buffer, from, buffer.size());
    int skipped = copy.size() + from - buffer.size();
    expected.subList(skipped, skipped + from).clear();
    assertThat(points(copy)).isEqualTo(expected);
  }

  @Test
  void eachGrowthIsReportedBeforeItIsAllocated() {
    var grown = new AtomicLong();
    var buffer = new PointBuffer(bytes -> grown.addAndGet(bytes));
    buffer.ensureRoom(1000);
    assertThat(grown.get()).isEqualTo(16 * 1000);
    buffer.beWeighted();
    assertThat(grown.get()).isEqualTo(24 * 1000);
    buffer.scratch(10);
    assertThat(grown.get()).isEqualTo(24 * 1000 + 80);
    var refusing =
        new PointBuffer(
            bytes -> {
              throw new IllegalStateException("full");
            });
    assertThatThrownBy(() -> refusing.add(1, 2)).hasMessage("full");
    assertThat(refusing.timestamps()).isEmpty();
  }

  private static List<Point> points(PointBuffer buffer) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < buffer.size(); i++) {
      double weight = buffer.isWeighted() ? buffer.weights()[i] : 1;
      points.add(new Point(buffer.timestamps()[i], buffer.values()[i], weight));
    }
    return points;
  }

  private static final long WIDE = (1L << 53) + 1;

  private static PointBuffer typed(ValueType type, double... words) {
    long[] times = new long[words.length];
    Arrays.setAll(times, i -> i);
    return PointBuffer.of(times, words, type, null);
  }

  private static PointBuffer joined(PointBuffer first, PointBuffer second) {
    var both = new PointBuffer();
    both.addAll(first, 0, first.size());
    both.addAll(second, 0, second.size());
    return both;
  }

  @Test
  void wholeValuesNextToWideIntegersBecomeIntegers() {
    PointBuffer wide = typed(ValueType.LONGS, ValueType.word(WIDE));
    PointBuffer whole = typed(ValueType.PLAIN, 20, -3);
    PointBuffer first = joined(wide, whole);
    assertThat(first.type()).isEqualTo(ValueType.LONGS);
    assertThat(first.isIntegers()).isTrue();
    assertThat(first.integer(0)).isEqualTo(WIDE);
    assertThat(first.integer(2)).isEqualTo(-3);
    PointBuffer last = joined(whole, wide);
    assertThat(last.integer(0)).isEqualTo(20);
    assertThat(last.integer(2)).isEqualTo(WIDE);
  }

  @Test
  void wideIntegersNextToDoublesBecomeDoubles() {
    PointBuffer wide = typed(ValueType.LONGS, ValueType.word(WIDE), ValueType.word(1));
    for (PointBuffer other : List.of(typed(ValueType.PLAIN, 20.5), typed(ValueType.DOUBLES, 20))) {
      for (PointBuffer both : List.of(joined(wide, other), joined(other, wide))) {
        assertThat(both.type()).isEqualTo(ValueType.DOUBLES);
        assertThat(both.isIntegers()).isFalse();
        assertThat(Arrays.copyOf(both.values(), both.size()))
            .contains(0x1p53, 1, other.values()[0]);
      }
    }
  }

  @Test
  void wholeValuesThatWereWrittenAsDoublesMakeAllValuesDoubles() {
    PointBuffer both = joined(typed(ValueType.PLAIN, 20), typed(ValueType.DOUBLES, 21));
    assertThat(both.type()).isEqualTo(ValueType.DOUBLES);
    assertThat(both.isIntegers()).isFalse();
    both.clear();
    both.add(1, 5);
    assertThat(both.isIntegers()).isTrue();
  }

  @Test
  void valuesAreRoundedIntegersAndWordsAreExact() {
    PointBuffer points = typed(ValueType.LONGS, ValueType.word(WIDE), ValueType.word(-1));
    points.add(7, 4);
    assertThat(points.integer(2)).isEqualTo(4);
    assertThat(ValueType.integer(points.words()[0])).isEqualTo(WIDE);
    assertThat(points.values()).startsWith(0x1p53, -1, 4);
    assertThat(points.integer(0)).isEqualTo(WIDE);
    points.removeIf(0, time -> time == 0);
    assertThat(points.values()).startsWith(-1, 4);
    points.words()[1] = ValueType.word(5);
    points.setSize(2);
    assertThat(points.values()).as("after a direct write").startsWith(-1, 5);
  }

  @Test
  void aWordHasTheValueOfItsType() {
    assertThat(ValueType.LONGS.exact(ValueType.word(WIDE))).isEqualTo(WIDE);
    assertThat(ValueType.LONGS.value(ValueType.word(WIDE))).isEqualTo(0x1p53);
    assertThat(ValueType.PLAIN.exact(-3)).isEqualTo(-3);
    assertThat(ValueType.DOUBLES.value(20.5)).isEqualTo(20.5);
  }

  @Test
  void roundedIntegersAreDoubles() {
    PointBuffer points = typed(ValueType.LONGS, ValueType.word(WIDE), ValueType.word(3));
    points.roundIntegers();
    assertThat(points.type()).isEqualTo(ValueType.DOUBLES);
    assertThat(points.words()).startsWith(0x1p53, 3);
    PointBuffer plain = typed(ValueType.PLAIN, 3);
    plain.roundIntegers();
    assertThat(plain.isIntegers()).isTrue();
  }

  @Test
  void wordsOfAllIntegersSurviveTheirMoves() {
    long[] signaling = {0x7FF0_0000_0000_0001L, -1, Long.MIN_VALUE, Long.MAX_VALUE};
    double[] words = Arrays.stream(signaling).mapToDouble(ValueType::word).toArray();
    PointBuffer moved = joined(typed(ValueType.LONGS, words), typed(ValueType.PLAIN, 1));
    for (int i = 0; i < signaling.length; i++) {
      assertThat(moved.integer(i)).isEqualTo(signaling[i]);
    }
  }
}
