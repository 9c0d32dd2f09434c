package goku.model.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.histogram.ExponentialShape.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeUnionsTest {
  private final ShapeUnions unions = new ShapeUnions();

  private static FixedShape shape(float... bounds) {
    float[] lower = new float[bounds.length - 1];
    float[] upper = new float[bounds.length - 1];
    System.arraycopy(bounds, 0, lower, 0, lower.length);
    System.arraycopy(bounds, 1, upper, 0, upper.length);
    return FixedShape.of(lower, upper);
  }

  @Test
  void equalShapesAreOneObject() {
    HistogramShape first = unions.canonical(shape(0, 1, 2));
    assertThat(unions.canonical(shape(0, 1, 2))).isSameAs(first);
    for (int i = 0; i < 100; i++) {
      unions.canonical(shape(i, i + 0.5f));
    }
    assertThat(unions.canonical(shape(0, 1, 2))).isEqualTo(first);
  }

  @Test
  void sumsOfTheSameShapesShareTheirUnion() {
    HistogramShape one = unions.canonical(shape(0, 1, 2));
    HistogramShape two = unions.canonical(shape(0, 2));
    var a = new HistogramSum(unions);
    var b = new HistogramSum(unions);
    for (HistogramSum sum : List.of(a, b)) {
      sum.add(one, new long[] {1, 2, 3, 4}, 0);
      sum.add(two, new long[] {10, 20, 30}, 0);
      sum.add(one, new long[] {1, 2, 3, 4}, 0);
    }
    assertThat(a.trimmedShape()).isSameAs(b.trimmedShape()).isEqualTo(one.union(two));
    assertThat(List.of(a.count(0), a.count(1), a.count(2), a.count(3), a.count(4)))
        .containsExactly(12L, 24L, 6L, 30L, 8L);
  }

  @Test
  void aRangeOfAUnionHasTheCountsOfItsParts() {
    var fine = new HistogramSum();
    fine.add(
        new ExponentialShape(1, 0, new Span(0, 3), new Span(2, 1), false),
        counts(7, 1, 2, 3, 9),
        0);
    var coarse = new HistogramSum();
    coarse.add(new ExponentialShape(0, 0, new Span(0, 2), Span.NONE, false), counts(0, 5, 5), 0);
    HistogramShape all = HistogramSum.union(List.of(fine, coarse, new HistogramSum()));
    assertThat(all).isNotNull();
    if (all == null) {
      return;
    }
    long[] found = new long[all.ranges()];
    for (int range = 0; range < found.length; range++) {
      found[range] = fine.countIn(all, range);
    }
    assertThat(found).containsExactly(9, 7, 3, 3);
    assertThat(coarse.countIn(all, 2)).isEqualTo(5);
    assertThat(HistogramSum.union(List.of())).isNull();
  }

  private static long[] counts(long... counts) {
    return counts;
  }

  @Test
  void aFixedRangeIsFoundInAUnion() {
    var narrow = new HistogramSum();
    narrow.add(shape(1, 2, 3), new long[] {5, 6, 7, 8}, 0);
    var wide = new HistogramSum();
    wide.add(shape(0, 1, 2, 3, 4), new long[6], 0);
    HistogramShape all = HistogramSum.union(List.of(narrow, wide));
    assertThat(all).isNotNull();
    if (all != null) {
      assertThat(narrow.countIn(all, 0)).isZero();
      assertThat(narrow.countIn(all, 1)).isEqualTo(7);
      assertThat(narrow.countIn(all, 2)).isEqualTo(8);
      assertThat(narrow.countIn(all, 3)).isZero();
    }
  }

  @Test
  void percentilesOutOfRangeAreThoseOfOpenTsdb() {
    var sum = new HistogramSum();
    sum.add(shape(0, 1, 2), new long[] {0, 0, 1, 1}, 0);
    assertThat(sum.percentile(0.99)).isEqualTo(-1);
    assertThat(sum.percentile(100.1)).isEqualTo(-1);
    assertThat(sum.percentile(Double.NaN)).isZero();
    assertThat(sum.percentile(50)).isEqualTo(0.5);
    assertThat(sum.percentile(50.1)).isEqualTo(1.5);
  }
}
