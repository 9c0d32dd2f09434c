package goku.query.search;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.SeriesName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BestCandidatesTest {
  @Property(tries = 300)
  void neitherOrderNorSplittingChangesTheBest(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 30) int most,
      @ForAll @IntRange(max = 60) int count) {
    var random = new Random(seed);
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double coefficient = random.nextInt(-4, 5) / 4.0; // with many ties
      all.add(candidate(coefficient, random.nextInt(-1, 2), 8, name(i)));
    }
    List<Candidate> expected = all.stream().sorted().limit(most).toList();
    Collections.shuffle(all, random);
    var whole = new BestCandidates(most);
    all.forEach(whole::offer);
    assertThat(whole.toList()).isEqualTo(expected);
    var merged = new BestCandidates(most);
    for (List<Candidate> part : split(random, all)) {
      var best = new BestCandidates(most);
      part.forEach(best::offer);
      best.toList().forEach(merged::offer);
    }
    assertThat(merged.toList()).isEqualTo(expected);
  }

  @Test
  void theThresholdIsTheCoefficientOfTheLastOfTheBest() {
    var best = new BestCandidates(2);
    best.offer(candidate(0.5, 0, 8, name(1)));
    assertThat(best.threshold()).isZero();
    best.offer(candidate(-0.75, 0, 8, name(2)));
    assertThat(best.threshold()).isEqualTo(0.5);
    best.offer(candidate(-1, 0, 8, name(3)));
    assertThat(best.threshold()).isEqualTo(0.75);
    best.offer(candidate(0.6, 0, 8, name(4)));
    assertThat(best.threshold()).isEqualTo(0.75);
  }

  @Test
  void candidatesAreOrderedByCoefficientThenLagThenHashThenName() {
    SeriesName low = name(1);
    SeriesName high = name(2);
    if (low.hash() > high.hash()) {
      low = name(2);
      high = name(1);
    }
    assertThat(
            List.of(
                candidate(-0.9, 5, 8, high),
                candidate(0.8, 0, 9, high),
                candidate(0.8, 1, 8, low),
                candidate(-0.8, -1, 7, high),
                candidate(0.8, 2, 8, low)))
        .isSorted();
    assertThat(candidate(0.8, 0, 8, low)).isLessThan(candidate(0.8, 0, 8, high));
  }

  private static List<List<Candidate>> split(Random random, List<Candidate> all) {
    List<List<Candidate>> parts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    all.forEach(one -> parts.get(random.nextInt(3)).add(one));
    return parts;
  }

  private static Candidate candidate(double coefficient, int lag, int common, SeriesName series) {
    return new Candidate(
        new Finding.Correlated(coefficient, lag, common), series, SlotValues.of(1));
  }

  private static SeriesName name(int i) {
    return SeriesName.of("m", Map.of("host", "h" + i));
  }
}
