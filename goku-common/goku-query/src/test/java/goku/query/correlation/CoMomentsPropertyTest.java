package goku.query.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// A property test that parts of a series, each on another node, merge into the whole.
class CoMomentsPropertyTest {
  @Property(tries = 500)
  void partsMergeIntoTheWhole(@ForAll long seed, @ForAll @IntRange(min = 8, max = 300) int size) {
    var random = new Random(seed);
    double[] x = RandomSeries.noise(random, size, Math.pow(10, random.nextInt(16)), 1);
    double[] y = RandomSeries.noise(random, size, -Math.pow(10, random.nextInt(16)), 1e3);
    for (int i = 0; i < size; i++) {
      y[i] += 1e3 * random.nextDouble() * (x[i] - x[0]);
    }
    CoMoments whole = CoMoments.of(x, y, size);
    CoMoments merged = merged(random, x, y);
    assertThat(merged.count()).isEqualTo(size);
    assertClose(merged.sxx(), whole.sxx());
    assertClose(merged.syy(), whole.syy());
    assertThat(merged.meanX().hi()).isEqualTo(whole.meanX().hi());
    assertThat(merged.meanY().hi()).isEqualTo(whole.meanY().hi());
    assertThat(merged.coefficient()).isCloseTo(whole.coefficient(), within(1e-15));
    double exact = ExactReference.coefficient(ExactReference.pairs(x, y, 0), Score.PEARSON);
    assertThat(merged.coefficient()).isCloseTo(exact, within(1e-15));
  }

  /// Merges random consecutive parts, some of them empty, in random order.
  private static CoMoments merged(Random random, double[] x, double[] y) {
    CoMoments all = CoMoments.of(x, y, 0);
    for (int from = 0; from < x.length; ) {
      int to = random.nextInt(from, x.length + 1);
      CoMoments part =
          CoMoments.of(Arrays.copyOfRange(x, from, to), Arrays.copyOfRange(y, from, to), to - from);
      all = random.nextBoolean() ? all.plus(part) : part.plus(all);
      from = to;
    }
    return all;
  }

  private static void assertClose(DoubleDouble actual, DoubleDouble expected) {
    assertThat(actual.minus(expected).hi() / expected.hi()).isCloseTo(0, within(1e-12));
  }
}
