package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChangeMeterTest {
  private static final double GAP = Double.NaN;

  /// A baseline of ten slots and a window of five.
  private final ChangeMeter meter = new ChangeMeter(10, 15);

  @Test
  void aJumpIsAChange() {
    Slots jump = Slots.of(1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 9, 8, 9, 8, 9);
    assertThat(meter.compare(jump, 0)).isEqualTo(Outcome.CANDIDATE);
    Change change = meter.change();
    assertThat(change.distance()).isEqualTo(1);
    assertThat(change.score()).isEqualTo(Math.sqrt(50.0 / 15));
    assertThat(change.volume()).isEqualTo((8.6 - 1.5) / (8.6 + 1.5));
  }

  @Test
  void theThresholdDecides() {
    Slots same = Slots.of(1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1);
    assertThat(meter.compare(same, 0)).isEqualTo(Outcome.CANDIDATE);
    double score = meter.change().score();
    assertThat(score).isPositive();
    assertThat(meter.compare(same, score)).isEqualTo(Outcome.CANDIDATE);
    assertThat(meter.compare(same, Math.nextUp(score))).isEqualTo(Outcome.BELOW);
    assertThat(meter.compare(same, 2)).as("more than any score").isEqualTo(Outcome.BELOW);
  }

  @Test
  void aSeriesWithOneValueIsConstant() {
    Slots constant = Slots.of(5, 5, 5, 5, 5, 5, 5, 5, 5, GAP, 5, 5, 5, 5, 5);
    assertThat(meter.compare(constant, 0)).isEqualTo(Outcome.CONSTANT);
    Slots step = Slots.of(5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6);
    assertThat(meter.compare(step, 0)).isEqualTo(Outcome.CANDIDATE);
    Slots before = Slots.of(5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 5, 5, 5, 5, 5);
    assertThat(meter.compare(before, 0)).isEqualTo(Outcome.CANDIDATE);
  }

  @Test
  void eightValuesBeforeTheWindowAndFourInItAreNeeded() {
    Slots least = Slots.of(1, GAP, 3, 4, 5, GAP, 7, 8, 9, 10, 1, 2, GAP, 4, 5);
    assertThat(meter.compare(least, 0)).isEqualTo(Outcome.CANDIDATE);
    Slots before = Slots.of(1, GAP, 3, 4, 5, GAP, 7, 8, GAP, 10, 1, 2, GAP, 4, 5);
    assertThat(meter.compare(before, 0)).isEqualTo(Outcome.TOO_SHORT);
    Slots within = Slots.of(1, GAP, 3, 4, 5, GAP, 7, 8, 9, 10, GAP, 2, GAP, 4, 5);
    assertThat(meter.compare(within, 0)).isEqualTo(Outcome.TOO_SHORT);
  }

  @Test
  void gapsAreNoValues() {
    Slots gaps = Slots.of(1, GAP, 1, 2, 1, 2, 1, 2, 1, 2, 9, GAP, 9, 8, 9);
    assertThat(meter.compare(gaps, 0)).isEqualTo(Outcome.CANDIDATE);
    assertThat(meter.change())
        .isEqualTo(
            Change.between(
                new double[] {1, 1, 2, 1, 2, 1, 2, 1, 2}, 9, new double[] {9, 9, 8, 9}, 4));
  }
}
