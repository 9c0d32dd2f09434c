package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import goku.model.SeriesName;
import goku.query.correlation.ExactReference;
import goku.query.correlation.RandomSeries;
import goku.query.correlation.Score;
import goku.query.search.Candidate;
import goku.query.search.CorrelationQuery;
import goku.query.search.SearchAnswer;
import goku.testkit.shard.MemoryShard;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// A property test that a search finds the best by 50-digit arithmetic, and gives the same answer
/// bit for bit on every distribution of series.
class CorrelationScanPropertyTest {
  private static final int TOP = 5;
  private static final int SIZE = 40;

  @Property(tries = 100)
  void theBestOfAllSeriesAreFoundOnAnySharding(
      @ForAll long seed, @ForAll Score score, @ForAll @IntRange(max = 3) int maxLag)
      throws InterruptedException {
    var random = new Random(seed);
    double[] needle = RandomSeries.noise(random, SIZE, 1e9, 1);
    CorrelationQuery query = CorrelationSearch.query(needle, score, maxLag, TOP);
    var one = new MemoryShard();
    List<MemoryShard> many = IntStream.range(0, 64).mapToObj(i -> new MemoryShard()).toList();
    Map<SeriesName, double[]> all = new HashMap<>();
    int count = random.nextInt(300);
    for (int i = 0; i < count; i++) {
      SeriesName name = SeriesName.of("m", Map.of("host", "h" + i));
      double[] values = values(random, needle);
      all.put(name, values);
      CorrelationSearch.put(one, name, values);
      CorrelationSearch.put(many.get(random.nextInt(64)), name, values);
    }
    SearchAnswer expected = CorrelationSearch.answer(query, List.of(one));
    assertThat(CorrelationSearch.answer(query, many)).isEqualTo(expected);
    assertThat(
            CorrelationSearch.answer(query, many.subList(0, 5))
                .plus(CorrelationSearch.answer(query, many.subList(5, 40)), TOP)
                .plus(CorrelationSearch.answer(query, many.subList(40, 64)), TOP))
        .isEqualTo(expected);
    assertBest(expected, all, needle, score, maxLag);
  }

  /// Many series are the needle itself or its opposite, so that their order is by name.
  private static double[] values(Random random, double[] needle) {
    return switch (random.nextInt(6)) {
      case 0 -> needle;
      case 1 -> IntStream.range(0, SIZE).mapToDouble(i -> -2 * needle[i]).toArray();
      case 2 -> {
        double noise = random.nextDouble();
        yield IntStream.range(0, SIZE)
            .mapToDouble(i -> needle[i] - 1e9 + noise * random.nextGaussian())
            .toArray();
      }
      default -> RandomSeries.of(random, SIZE);
    };
  }

  private static void assertBest(
      SearchAnswer answer,
      Map<SeriesName, double[]> all,
      double[] needle,
      Score score,
      int maxLag) {
    Map<SeriesName, Double> coefficients = new HashMap<>();
    all.forEach(
        (name, values) -> {
          double[] gauge = CorrelationSearch.withoutCounters(values);
          if (ExactReference.pairs(needle, gauge, 0).size() >= 8) {
            coefficients.put(name, best(needle, gauge, score, maxLag));
          }
        });
    coefficients.values().removeIf(value -> Double.isNaN(value));
    assertThat(answer.comparisons().compared()).isEqualTo(coefficients.size());
    List<Double> expected =
        coefficients.values().stream().sorted(Comparator.reverseOrder()).limit(TOP).toList();
    assertThat(answer.best()).hasSameSizeAs(expected).isSorted();
    for (int i = 0; i < expected.size(); i++) {
      Candidate candidate = answer.best().get(i);
      double size = candidate.finding().weight();
      assertThat(size).isCloseTo(expected.get(i), within(1e-14));
      assertThat(coefficients.get(candidate.series())).isCloseTo(size, within(1e-14));
    }
  }

  /// Returns the greatest absolute coefficient of all lags; NaN if the series is constant.
  private static double best(double[] needle, double[] values, Score score, int maxLag) {
    double best = ExactReference.coefficient(ExactReference.pairs(needle, values, 0), score);
    for (int lag = -maxLag; lag <= maxLag && !Double.isNaN(best); lag++) {
      List<ExactReference.Pair> pairs = ExactReference.pairs(needle, values, lag);
      double one = pairs.size() < 8 ? 0 : ExactReference.coefficient(pairs, score);
      best = Math.max(Math.abs(best), Double.isNaN(one) ? 0 : Math.abs(one));
    }
    return Math.abs(best);
  }
}
