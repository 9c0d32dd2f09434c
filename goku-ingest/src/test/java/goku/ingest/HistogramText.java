package goku.ingest;

import goku.model.histogram.ExponentialShape;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import goku.model.histogram.MixedShape;
import java.util.ArrayList;
import java.util.List;

/// Histograms as text: those of fixed ranges as over telnet, others as their fields.
public final class HistogramText {
  private HistogramText() {}

  public static String of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  static String of(byte[] bytes, int offset, int length) {
    var store = new Histograms();
    int handle = store.read(bytes, offset, offset + length);
    HistogramShape shape = store.shape(handle);
    List<String> parts = new ArrayList<>();
    switch (shape) {
      case FixedShape fixed -> {
        for (int i = 0; i < fixed.ranges(); i++) {
          parts.add(
              "%s,%s=%d"
                  .formatted(
                      (float) fixed.lower(i),
                      (float) fixed.upper(i),
                      word(store, handle, fixed.countOf(i))));
        }
        parts.add("u=" + word(store, handle, FixedShape.UNDERFLOW));
        parts.add("o=" + word(store, handle, FixedShape.OVERFLOW));
      }
      case MixedShape sum ->
          throw new AssertionError("clients send no sums, found ranges: " + sum.ranges());
      case ExponentialShape exponential -> {
        parts.add("scale=" + exponential.scale());
        parts.add("zero=%s/%s".formatted(word(store, handle, 0), exponential.zeroThreshold()));
        parts.add(
            "positive=%d%s"
                .formatted(
                    exponential.positive().first(),
                    counts(
                        store,
                        handle,
                        exponential.firstPositive(),
                        exponential.positive().length())));
        parts.add(
            "negative=%d%s"
                .formatted(
                    exponential.negative().first(),
                    counts(
                        store,
                        handle,
                        exponential.firstNegative(),
                        exponential.negative().length())));
        for (int i = shape.counts(); i < shape.words(); i++) {
          parts.add(Double.toString(Double.longBitsToDouble(word(store, handle, i))));
        }
      }
    }
    return String.join(":", parts);
  }

  private static List<Long> counts(Histograms store, int handle, int first, int length) {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      counts.add(word(store, handle, first + i));
    }
    return counts;
  }

  private static long word(Histograms store, int handle, int index) {
    return store.words()[handle + 1 + index];
  }
}
