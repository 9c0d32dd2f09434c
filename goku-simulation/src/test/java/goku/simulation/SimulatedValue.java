package goku.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.batch.BatchWriter;
import goku.model.HistogramMetric;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.model.Tier;
import goku.model.ValueType;
import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;

/// The form of the values of each series: integers of which some are too wide for doubles, whole
/// doubles, or histograms of different shapes. A small number stands for each of them.
final class SimulatedValue {
  private static final String LONGS = "cpu host=a";
  private static final String DOUBLES = "cpu host=b";
  private static final long WIDE = 1L << 60;

  /// The metric whose values are histograms.
  static final String HISTOGRAMS = HistogramMetric.of("mem");

  private static final HistogramShape[] SHAPES = {
    FixedShape.of(new float[] {0, 1}, new float[] {1, 2}),
    new ExponentialShape(3, 0, new Span(-4, 1), Span.NONE, true),
    new ExponentialShape(3, 0, new Span(7, 2), Span.NONE, true)
  };

  private SimulatedValue() {}

  static void write(BatchWriter batch, String name, long millis, double number) {
    var series = SeriesName.ofCanonical(name.getBytes(UTF_8));
    switch (name) {
      case LONGS -> addInteger(batch, series, millis, (long) number);
      case DOUBLES -> batch.add(series, millis, number, ValueType.DOUBLES);
      default -> addHistogram(batch, series, millis, (long) number);
    }
  }

  /// Every other window has only plain values.
  private static void addInteger(BatchWriter batch, SeriesName series, long millis, long number) {
    if (number % 2 == 0 || millis / Tier.MEMORY_BUCKET.toMillis() % 2 == 0) {
      batch.add(series, millis, (double) number);
    } else {
      batch.add(series, millis, ValueType.word(WIDE + number), ValueType.LONGS);
    }
  }

  private static void addHistogram(BatchWriter batch, SeriesName series, long millis, long number) {
    var store = new Histograms();
    int handle = store.add(SHAPES[(int) (number % SHAPES.length)]);
    store.words()[handle + 2] = number;
    batch.addHistogram(
        series.hash(),
        series.bytes(),
        series.metricLength(),
        series.tagBytes(),
        millis,
        store.bytes(handle));
  }

  /// Returns the number that stands for a value. Fails if the series lost its type.
  static double read(String name, PointBuffer points, int index) {
    boolean histograms = name.startsWith(HISTOGRAMS);
    if (histograms != (points.type() == ValueType.HISTOGRAMS)
        || points.isIntegers() != name.equals(LONGS)) {
      throw new Violation("%s has the type %s".formatted(name, points.type()));
    }
    if (histograms) {
      return measurements(points.histograms(), points.histogram(index));
    }
    if (!name.equals(LONGS)) {
      return points.values()[index];
    }
    long integer = points.integer(index);
    return (double) (integer < WIDE ? integer : integer - WIDE);
  }

  private static double measurements(Histograms store, int handle) {
    long sum = 0;
    for (int i = 1; i <= store.shape(handle).counts(); i++) {
      sum += store.words()[handle + i];
    }
    return sum;
  }
}
