package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OnsetTest {
  private static final double GAP = Double.NaN;

  /// The quartiles are 2 and 4, so values from -1 to 7 are usual.
  private static final double[] BEFORE = {1, 2, 2, 3, 3, GAP, 4, 4, 5};

  @Test
  void threeValuesInARowBeyondTheUsualRangeAreAnOnset() {
    assertThat(Onset.of(BEFORE, new double[] {3, 7, 8, 9, 8, 3})).isEqualTo(new Onset(2, true));
    assertThat(Onset.of(BEFORE, new double[] {-1, -2, -3, -2, 3})).isEqualTo(new Onset(1, false));
  }

  @Test
  void fewerValuesAreNone() {
    assertThat(Onset.of(BEFORE, new double[] {3, 8, 9, 3, 8, 9})).isNull();
    assertThat(Onset.of(BEFORE, new double[] {8, -8, 8, -8, 8})).as("both sides").isNull();
    assertThat(Onset.of(BEFORE, new double[0])).isNull();
  }

  @Test
  void theFirstOfSeveralCounts() {
    double[] values = {8, 8, -8, -8, -8, 8, 8, 8};
    assertThat(Onset.of(BEFORE, values)).isEqualTo(new Onset(2, false));
  }

  @Test
  void gapsDoNotEndARow() {
    assertThat(Onset.of(BEFORE, new double[] {GAP, 8, GAP, 8, GAP, 8}))
        .isEqualTo(new Onset(1, true));
  }

  @Test
  void eachOtherValueOfAConstantSeriesIsUnusual() {
    double[] constant = {5, 5, 5, 5, 5, 5, 5, 5};
    assertThat(Onset.of(constant, new double[] {5, 5.1, 5.1, 5.1})).isEqualTo(new Onset(1, true));
    assertThat(Onset.of(constant, constant)).isNull();
  }

  @Test
  void withFewValuesNothingIsUsual() {
    assertThat(Onset.of(new double[] {5, 5, 5, 5, 5, 5, 5, GAP}, new double[] {9, 9, 9})).isNull();
  }

  @Property(tries = 200)
  void aShiftOfNoiseIsFoundWhereItBegins(@ForAll long seed) {
    var random = new Random(seed);
    double[] before = random.doubles(100, 0, 1).toArray();
    int first = random.nextInt(50);
    double[] within = random.doubles(60, 0, 1).toArray();
    for (int i = first; i < within.length; i++) {
      within[i] += 5;
    }
    assertThat(Onset.of(before, within)).isEqualTo(new Onset(first, true));
  }
}
