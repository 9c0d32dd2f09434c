package goku.model.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.histogram.ExponentialShape.Span;
import goku.testkit.histogram.PlainSum;
import goku.testkit.histogram.RandomHistograms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HistogramSumTest {
  @Property(tries = 500)
  void aSumDependsNeitherOnTheOrderNorOnSumsOfParts(@ForAll long seed) {
    var random = new Random(seed);
    var store = new Histograms();
    var histograms = new RandomHistograms(random);
    List<Integer> handles = new ArrayList<>();
    var plain = new PlainSum();
    for (int i = 0; i < 1 + random.nextInt(20); i++) {
      handles.add(histograms.addTo(store));
      plain.add(store, handles.get(i));
    }
    Collections.shuffle(handles, random);
    var read = new Histograms();
    byte[] bytes = sumOf(store, handles, random);
    assertThat(PlainSum.text(read, read.read(bytes, 0, bytes.length))).isEqualTo(plain.text());
  }

  @Property(tries = 200)
  void statisticsAreKnownOnlyIfThoseOfAllAre(@ForAll long seed) {
    var random = new Random(seed);
    var store = new Histograms();
    var sum = new HistogramSum();
    double total = 0;
    double least = Double.POSITIVE_INFINITY;
    boolean all = true;
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      boolean known = random.nextInt(4) > 0;
      var shape = new ExponentialShape(random.nextInt(3), 0, new Span(i, 2), Span.NONE, known);
      int handle = store.add(shape);
      if (known) {
        set(store, handle + 1 + shape.counts(), i + 0.5, i - 3, i);
      }
      all &= known;
      total += i + 0.5;
      least = Math.min(least, i - 3);
      sum.add(store, handle);
    }
    var shape = (ExponentialShape) sum.trimmedShape();
    assertThat(shape.hasStatistics()).isEqualTo(all);
    if (all) {
      assertThat(Double.longBitsToDouble(sum.count(shape.counts()))).isEqualTo(total);
      assertThat(Double.longBitsToDouble(sum.count(shape.counts() + 1))).isEqualTo(least);
    }
  }

  private static void set(Histograms store, int at, double... statistics) {
    for (int i = 0; i < statistics.length; i++) {
      store.words()[at + i] = Double.doubleToLongBits(statistics[i]);
    }
  }

  @Test
  void aPercentileIsTheMiddleOfItsRange() {
    HistogramSum sum =
        of(FixedShape.of(new float[] {0, 1, 2}, new float[] {1, 2, 5}), 7, 9, 8, 1, 1);
    assertThat(sum.percentile(80)).isEqualTo(0.5);
    assertThat(sum.percentile(80.1)).isEqualTo(1.5);
    assertThat(sum.percentile(99.9)).isEqualTo(3.5);
    assertThat(sum.percentile(100)).isEqualTo(3.5);
    assertThat(sum.percentile(0.5)).isEqualTo(-1);
    assertThat(sum.percentile(101)).isEqualTo(-1);
  }

  @Test
  void aPercentileOfNothingIsZero() {
    FixedShape shape = FixedShape.of(new float[] {3}, new float[] {4});
    assertThat(of(shape, 5, 5, 0).percentile(50)).isZero();
  }

  @Test
  void exponentialRangesAscendFromNegativeOnes() {
    var shape = new ExponentialShape(0, 0.25, new Span(0, 2), new Span(1, 2), false);
    HistogramSum sum = of(shape, 1, 1, 1, 1, 1);
    List<String> ranges = new ArrayList<>();
    for (int i = 0; i < shape.ranges(); i++) {
      ranges.add(shape.lower(i) + ".." + shape.upper(i));
    }
    assertThat(ranges)
        .containsExactly("-8.0..-4.0", "-4.0..-2.0", "-0.25..0.25", "1.0..2.0", "2.0..4.0");
    assertThat(sum.percentile(20)).isEqualTo(-6);
    assertThat(sum.percentile(60)).isZero();
    assertThat(sum.percentile(100)).isEqualTo(3);
  }

  @Test
  void boundsAreRootsOfTwo() {
    var shape = new ExponentialShape(1, 0, new Span(-1, 4), Span.NONE, false);
    assertThat(shape.lower(1)).isEqualTo(Math.sqrt(0.5));
    assertThat(shape.upper(1)).isEqualTo(1);
    assertThat(shape.upper(2)).isEqualTo(Math.sqrt(2));
    assertThat(shape.upper(3)).isEqualTo(2);
  }

  @Test
  void wideSumsGetALowerScaleOnlyForRangesWithMeasurements() {
    var near = new ExponentialShape(4, 0, new Span(-100, 5000), Span.NONE, false);
    var far = new ExponentialShape(4, 0, new Span(4000, 1), Span.NONE, false);
    var store = new Histograms();
    int low = store.add(near);
    store.words()[low + 1 + near.firstPositive() + 100] = 3;
    int high = store.add(far);
    store.words()[high + 1 + far.firstPositive()] = 4;
    var sum = new HistogramSum();
    sum.add(store, low);
    sum.add(store, high);
    assertThat(((ExponentialShape) sum.trimmedShape()).scale()).isEqualTo(4);
    int lowest = store.add(near);
    store.words()[lowest + 1 + near.firstPositive()] = 1;
    sum.add(store, lowest);
    assertThat(PlainSum.text(sum)).contains("scale=3").contains("positive={-50=1, 0=3, 2000=4}");
  }

  @Property(tries = 30)
  void sumsOfTooManyDifferentRangesDoNotDependOnTheOrderEither(@ForAll long seed) {
    var random = new Random(seed);
    var store = new Histograms();
    var histograms = new RandomHistograms(random);
    List<Integer> handles = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      handles.add(distinct(store, random));
      handles.add(histograms.addTo(store));
    }
    byte[] first = sumOf(store, handles, random);
    Collections.shuffle(handles, random);
    assertThat(sumOf(store, handles, random)).isEqualTo(first);
    var read = new Histograms();
    int handle = read.read(first, 0, first.length);
    assertThat(read.shape(handle).isFolded()).isTrue();
    assertThat(measurements(read, handle))
        .isEqualTo(handles.stream().mapToLong(one -> measurements(store, one)).sum());
  }

  private static int distinct(Histograms store, Random random) {
    float[] bounds = new float[1025];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = (float) (random.nextGaussian() * 1e3);
    }
    Arrays.sort(bounds);
    int ranges = bounds.length - 1;
    var shape =
        FixedShape.of(
            Arrays.copyOfRange(bounds, 0, ranges), Arrays.copyOfRange(bounds, 1, ranges + 1));
    int handle = store.add(shape);
    for (int i = 1; i <= shape.counts(); i++) {
      store.words()[handle + i] = random.nextInt(5);
    }
    return handle;
  }

  private static long measurements(Histograms store, int handle) {
    long sum = 0;
    for (int i = 1; i <= store.shape(handle).counts(); i++) {
      sum += store.words()[handle + i];
    }
    return sum;
  }

  private static byte[] sumOf(Histograms store, List<Integer> handles, Random random) {
    var sum = new HistogramSum();
    var part = new HistogramSum();
    for (int handle : handles) {
      part.add(store, handle);
      if (random.nextInt(3) == 0) {
        sum.add(part);
        part.clear();
      }
    }
    sum.add(part);
    var into = new Histograms();
    return into.bytes(sum.addTo(into));
  }

  @Test
  void exponentialRangesFarApartAreSummed() {
    var store = new Histograms();
    var sum = new HistogramSum();
    for (int scale : new int[] {20, 19}) {
      for (int first : new int[] {-600_000_000, 0, 500_000_000, 1_100_000_000}) {
        int at = first >> (20 - scale);
        var shape = new ExponentialShape(scale, 0, new Span(at, 1), new Span(at, 1), false);
        int handle = store.add(shape);
        store.words()[handle + 2] = 1;
        store.words()[handle + 3] = 2;
        sum.add(store, handle);
      }
    }
    var into = new Histograms();
    int handle = sum.addTo(into);
    assertThat(measurements(into, handle)).isEqualTo(8 * 3);
    byte[] bytes = into.bytes(handle);
    assertThat(new Histograms().read(bytes, 0, bytes.length)).isZero();
  }

  private static HistogramSum of(HistogramShape shape, long... counts) {
    var store = new Histograms();
    int handle = store.add(shape);
    System.arraycopy(counts, 0, store.words(), handle + 1, counts.length);
    var sum = new HistogramSum();
    sum.add(store, handle);
    return sum;
  }
}
