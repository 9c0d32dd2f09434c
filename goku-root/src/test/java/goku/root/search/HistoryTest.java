package goku.root.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import goku.model.SeriesName;
import goku.query.correlation.Change;
import goku.query.correlation.Needle;
import goku.query.correlation.Onset;
import goku.query.correlation.Score;
import goku.query.search.Candidate;
import goku.query.search.Finding;
import goku.query.search.SlotValues;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final double[] NEEDLE = {1, 2, 4, 3, 7, 5, 9, 8, 6, 2};

  /// The needle, one slot later.
  private static final double[] LATER = {5, 1, 2, 4, 3, 7, 5, 9, 8, 6};

  private static final int PRECEDING = NEEDLE.length;
  private static final SeriesName NAME = SeriesName.of("m", Map.of("host", "a"));

  private static Candidate correlated(int lag) {
    return new Candidate(new Finding.Correlated(0.9, lag, 9), NAME, SlotValues.of(1, 2));
  }

  private static Candidate found(SlotValues values) {
    return new Candidate(new Finding.Changed(new Change(1, 1, 1)), NAME, values);
  }

  /// Returns the values of the preceding window, and two of the range.
  private static double[] withRange(double... preceding) {
    double[] all = Arrays.copyOf(preceding, PRECEDING + 3);
    Arrays.fill(all, PRECEDING, all.length, 99);
    return all;
  }

  private static History.Past past(List<Candidate> best, List<Candidate> found) {
    Needle needle = Needle.of(NEEDLE, Score.PEARSON, 0);
    return History.of(best, found, PRECEDING, Optional.of(needle)).of(NAME);
  }

  @Test
  void theCoefficientIsThatAtTheSameLag() {
    List<Candidate> found = List.of(found(SlotValues.of(withRange(LATER))));
    double late = Objects.requireNonNull(past(List.of(correlated(1)), found).coefficient());
    assertThat(late).isCloseTo(1, within(1e-12));
    double early = Objects.requireNonNull(past(List.of(correlated(-1)), found).coefficient());
    assertThat(Math.abs(early)).isLessThan(0.9);
  }

  @Test
  void theOnsetIsInTheRange() {
    List<Candidate> found = List.of(found(SlotValues.of(withRange(NEEDLE))));
    assertThat(past(List.of(correlated(0)), found).onset()).isEqualTo(new Onset(0, true));
  }

  @Test
  void ofSeveralSeriesOfTheSameNameNothingIsKnown() {
    Candidate one = found(SlotValues.of(withRange(NEEDLE)));
    assertThat(past(List.of(correlated(0)), List.of(one, one))).isEqualTo(History.Past.UNKNOWN);
    assertThat(past(List.of(correlated(0), correlated(0)), List.of(one)))
        .isEqualTo(History.Past.UNKNOWN);
    assertThat(past(List.of(correlated(0)), List.of())).isEqualTo(History.Past.UNKNOWN);
  }

  @Test
  void ratesAreNotComparedWithValues() {
    Candidate rates = found(SlotValues.ofRates(withRange(NEEDLE)));
    assertThat(past(List.of(correlated(0)), List.of(rates))).isEqualTo(History.Past.UNKNOWN);
  }

  @Test
  void aNeedleThatCannotBeComparedGivesNoCoefficient() {
    History history =
        History.of(
            List.of(correlated(0)),
            List.of(found(SlotValues.of(withRange(NEEDLE)))),
            PRECEDING,
            Optional.empty());
    assertThat(history.of(NAME)).isEqualTo(new History.Past(null, new Onset(0, true)));
  }
}
