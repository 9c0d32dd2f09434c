package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import goku.model.SeriesName;
import goku.query.search.Candidate;
import goku.query.search.ChangeQuery;
import goku.query.search.Comparisons;
import goku.query.search.Finding;
import goku.query.search.SearchAnswer;
import goku.testkit.shard.MemoryShard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/// A comparison of searches for changes on shards with a plain calculation for each series.
class ChangeScanTest {
  private static final int TOP = 5;
  private static final double GAP = Double.NaN;

  @Property(tries = 60)
  void theGreatestChangesAreFoundOnAnySharding(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int shards,
      @ForAll @IntRange(min = 8, max = 30) int baseline,
      @ForAll @IntRange(min = 4, max = 20) int window)
      throws InterruptedException {
    var random = new Random(seed);
    ChangeQuery query = CorrelationSearch.changes(baseline, baseline + window, TOP);
    List<MemoryShard> spread = IntStream.range(0, shards).mapToObj(_ -> new MemoryShard()).toList();
    var one = new MemoryShard();
    Map<SeriesName, Double> scores = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      double[] values = values(random, baseline, window);
      SeriesName name = SeriesName.of("m", Map.of("host", "h" + i));
      CorrelationSearch.put(spread.get(random.nextInt(shards)), name, values);
      CorrelationSearch.put(one, name, values);
      score(CorrelationSearch.withoutCounters(values), baseline)
          .ifPresent(score -> scores.put(name, score));
    }
    SearchAnswer answer = CorrelationSearch.answer(query, spread);
    assertThat(answer.comparisons().compared()).isEqualTo(scores.size());
    List<Double> expected =
        scores.values().stream().sorted(Comparator.reverseOrder()).limit(TOP).toList();
    assertThat(answer.best()).hasSameSizeAs(expected).isSorted();
    for (int i = 0; i < expected.size(); i++) {
      Candidate found = answer.best().get(i);
      assertThat(found.finding().weight()).isCloseTo(expected.get(i), within(1e-12));
      assertThat(scores.get(found.series())).isCloseTo(expected.get(i), within(1e-12));
    }
    assertThat(CorrelationSearch.answer(query, List.of(one))).as("one shard").isEqualTo(answer);
  }

  /// Returns few different values, so that there are ties, constants and counters.
  private static double[] values(Random random, int baseline, int window) {
    double[] values = new double[baseline + window];
    double gaps = random.nextInt(3) * 0.2;
    int kinds = 1 + random.nextInt(6);
    int shift = random.nextInt(4);
    boolean isCounter = random.nextInt(5) == 0;
    double total = 0;
    for (int i = 0; i < values.length; i++) {
      double value = random.nextInt(kinds) + (i < baseline ? 0 : shift);
      total += value;
      values[i] = random.nextDouble() < gaps ? GAP : isCounter ? total : value;
    }
    return values;
  }

  private static OptionalDouble score(double[] values, int baseline) {
    double[] before = present(values, 0, baseline);
    double[] within = present(values, baseline, values.length);
    double[] both = DoubleStream.concat(Arrays.stream(before), Arrays.stream(within)).toArray();
    boolean isConstant = Arrays.stream(both).distinct().count() < 2;
    if (before.length < 8 || within.length < 4 || isConstant) {
      return OptionalDouble.empty();
    }
    double distance =
        Arrays.stream(both)
            .map(limit -> Math.abs(share(before, limit) - share(within, limit)))
            .max()
            .orElseThrow();
    double n = before.length;
    double m = within.length;
    return OptionalDouble.of(distance * Math.sqrt(n * m / (n + m)));
  }

  private static double[] present(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).filter(Double::isFinite).toArray();
  }

  private static double share(double[] values, double limit) {
    return (double) Arrays.stream(values).filter(value -> value <= limit).count() / values.length;
  }

  @Test
  void ofEqualDistancesTheGreatestChangeOfTheVolumeIsFirst() throws InterruptedException {
    var shard = new MemoryShard();
    List<SeriesName> names = new ArrayList<>();
    for (int end : new int[] {4, 40, 400}) {
      SeriesName name = SeriesName.of("m", Map.of("host", "to" + end));
      names.addFirst(name);
      double[] values = new double[12];
      Arrays.setAll(values, i -> i < 8 ? 3 - i % 2 : end + i % 2);
      CorrelationSearch.put(shard, name, values);
    }
    SearchAnswer answer =
        CorrelationSearch.answer(CorrelationSearch.changes(8, 12, TOP), List.of(shard));
    assertThat(answer.best()).extracting(Candidate::series).isEqualTo(names);
    assertThat(answer.best())
        .extracting(found -> ((Finding.Changed) found.finding()).change().distance())
        .containsOnly(1.0);
    assertThat(answer.comparisons()).isEqualTo(new Comparisons(3, 0, 0));
  }

  @Test
  void aBaselineHasASlotAndAWindowToo() {
    for (int baseline : new int[] {-1, 0, 12, 13}) {
      assertThatThrownBy(() -> CorrelationSearch.changes(baseline, 12, TOP))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a baseline of slots=" + baseline)
          .hasMessageContaining("less than all 12");
    }
    assertThat(CorrelationSearch.changes(11, 12, TOP).grid().size()).isEqualTo(12);
  }
}
