package goku.testkit.histogram;

import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.HistogramSum;
import goku.model.histogram.Histograms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A sum of histograms in maps from texts of ranges to counts, for comparisons. Exponential ranges
/// are few enough to keep the lowest scale of all histograms.
public final class PlainSum {
  private final Map<String, Long> fixed = new TreeMap<>();
  private final List<Map<Integer, Long>> positive = new ArrayList<>();
  private final List<Map<Integer, Long>> negative = new ArrayList<>();
  private final List<Integer> scales = new ArrayList<>();
  private long zero;
  private double threshold;

  public void add(Histograms from, int handle) {
    HistogramShape shape = from.shape(handle);
    long[] words = from.words();
    int first = handle + 1;
    FixedShape withBounds = shape.fixed();
    if (withBounds != null) {
      add(withBounds, words, first);
      first += withBounds.counts();
    }
    ExponentialShape exponential = shape.exponential();
    if (exponential != null) {
      add(exponential, words, first);
    }
  }

  private void add(FixedShape shape, long[] words, int first) {
    fixed.merge("underflow", words[first + FixedShape.UNDERFLOW], Long::sum);
    fixed.merge("overflow", words[first + FixedShape.OVERFLOW], Long::sum);
    for (int range = 0; range < shape.ranges(); range++) {
      fixed.merge(
          shape.lower(range) + "," + shape.upper(range),
          words[first + shape.countOf(range)],
          Long::sum);
    }
  }

  private void add(ExponentialShape shape, long[] words, int first) {
    scales.add(shape.scale());
    zero += words[first + ExponentialShape.ZERO];
    threshold = Math.max(threshold, shape.zeroThreshold());
    positive.add(counts(shape.positive(), words, first + shape.firstPositive()));
    negative.add(counts(shape.negative(), words, first + shape.firstNegative()));
  }

  private static Map<Integer, Long> counts(Span span, long[] words, int first) {
    Map<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < span.length(); i++) {
      counts.put(span.first() + i, words[first + i]);
    }
    return counts;
  }

  /// Returns a text of all counts, without exponential ranges that have no measurements.
  public String text() {
    if (scales.isEmpty()) {
      return fixed.toString();
    }
    int scale = scales.stream().mapToInt(Integer::intValue).min().orElseThrow();
    return "%s scale=%d zero=%d below=%s positive=%s negative=%s"
        .formatted(fixed, scale, zero, threshold, at(scale, positive), at(scale, negative));
  }

  private Map<Integer, Long> at(int scale, List<Map<Integer, Long>> all) {
    Map<Integer, Long> sum = new TreeMap<>();
    for (int i = 0; i < all.size(); i++) {
      int steps = scales.get(i) - scale;
      all.get(i).forEach((index, count) -> sum.merge(index >> steps, count, Long::sum));
    }
    sum.values().removeIf(count -> count == 0);
    return sum;
  }

  /// Returns the text of a sum.
  public static String text(HistogramSum sum) {
    var store = new Histograms();
    return text(store, sum.addTo(store));
  }

  /// Returns the text of a histogram.
  public static String text(Histograms from, int handle) {
    var plain = new PlainSum();
    plain.add(from, handle);
    return plain.text();
  }
}
