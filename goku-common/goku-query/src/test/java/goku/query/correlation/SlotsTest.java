package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grid;
import goku.query.Interval;
import goku.query.aggregator.Aggregator;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {
  private static final double GAP = Double.NaN;

  /// The slots 1000, 2000, 3000 and 4000.
  private final Grid grid =
      Objects.requireNonNull(
          Grid.of(
              new Downsample(new Interval.Fixed(1000), Aggregator.AVG, FillPolicy.NONE),
              new TimeRange(1000, 4000),
              100));

  private final Slots slots = new Slots(4);

  @Test
  void aSeriesWithAllTimesIsCopied() {
    slots.set(points(1000, 2000, 3000, 4000), grid);
    assertThat(slots.values()).containsExactly(1, 2, 3, 4);
    assertThat(slots.isFull()).isTrue();
    assertThat(slots.count()).isEqualTo(4);
  }

  @Test
  void valuesOfOtherTimesAreLeftOut() {
    slots.set(points(0, 1500, 2000, 3999, 4000, 5000), grid);
    assertThat(present()).containsExactly(0, 1, 0, 1);
    assertThat(slots.values()[1]).isEqualTo(3);
    assertThat(slots.values()[3]).isEqualTo(5);
    assertThat(slots.isFull()).isFalse();
    assertThat(slots.count()).isEqualTo(2);
  }

  @Test
  void valuesOfTheSeriesBeforeAreForgotten() {
    slots.set(points(1000, 2000, 3000, 4000), grid);
    slots.set(points(3000), grid);
    assertThat(present()).containsExactly(0, 0, 1, 0);
    slots.set(points(), grid);
    assertThat(slots.count()).isZero();
  }

  @Test
  void nanAndInfinitiesAreAbsent() {
    PointBuffer points = points(1000, 2000, 3000, 4000);
    points.words()[0] = GAP;
    points.words()[1] = Double.POSITIVE_INFINITY;
    points.words()[2] = Double.NEGATIVE_INFINITY;
    slots.set(points, grid);
    assertThat(present()).containsExactly(0, 0, 0, 1);
  }

  @Test
  void masksOfManyWordsAreKept() {
    double[] values = new double[130];
    values[0] = GAP;
    values[64] = GAP;
    values[129] = GAP;
    Slots many = Slots.of(values);
    assertThat(many.count()).isEqualTo(127);
    assertThat(IntStream.range(0, 130).filter(i -> many.present(i) == 0))
        .containsExactly(0, 64, 129);
  }

  @Test
  void aSeriesAppearsAfterMoreThanTwoAbsentSlots() {
    assertEdges(Slots.of(GAP, GAP, 1, 2, 3), -1, -1);
    assertEdges(Slots.of(GAP, GAP, GAP, 1, 2), 3, -1);
    assertEdges(Slots.of(1, 2, 3, GAP, GAP), -1, -1);
    assertEdges(Slots.of(1, 2, GAP, GAP, GAP), -1, 1);
    assertEdges(Slots.of(GAP, GAP, GAP, 1, 2, GAP, GAP, GAP), 3, 4);
  }

  @Test
  void absenceThatGapsExplainIsNoEdge() {
    assertEdges(Slots.of(GAP, GAP, GAP, GAP, 1, GAP, GAP, 2), -1, -1);
    assertEdges(Slots.of(GAP, GAP, GAP, GAP, GAP, 1, GAP, GAP, 2), 5, -1);
    assertEdges(Slots.of(1, 1, GAP, GAP, 2, GAP, GAP, GAP, GAP), -1, -1);
    assertEdges(Slots.of(1, GAP, GAP, 2, 2, GAP, GAP, GAP, GAP, GAP), -1, 4);
  }

  @Test
  void aSingleValueIsNoEdge() {
    assertEdges(Slots.of(GAP, GAP, GAP, GAP, 1), -1, -1);
    assertEdges(Slots.of(1, GAP, GAP, GAP, GAP), -1, -1);
    assertEdges(Slots.of(GAP, GAP, GAP, GAP, GAP), -1, -1);
  }

  @Test
  void onlySlotsWithoutAnyValueAreEmpty() {
    assertThat(Slots.of(GAP, GAP).isEmpty()).isTrue();
    assertThat(Slots.of(GAP, 1).isEmpty()).isFalse();
  }

  private static void assertEdges(Slots slots, int appearance, int disappearance) {
    assertThat(slots.appearance()).as("appearance").isEqualTo(appearance);
    assertThat(slots.disappearance()).as("disappearance").isEqualTo(disappearance);
  }

  private IntStream present() {
    return IntStream.range(0, 4).map(slots::present);
  }

  /// Returns datapoints with the values 1, 2, 3 and so on.
  private static PointBuffer points(long... times) {
    var points = new PointBuffer();
    for (int i = 0; i < times.length; i++) {
      points.add(times[i], i + 1);
    }
    return points;
  }
}
