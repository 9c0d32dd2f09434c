package goku.query.histogram;

import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import goku.query.Grouping;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.partial.Accumulator;
import goku.query.partial.PartialPlan;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Adding a series of an hour, with a histogram of twenty ranges every ten seconds, to its group;
/// times are per histogram. A plain series beside it has a double instead.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HistogramAdderBenchmark {
  private static final int SLOTS = 360;
  private static final int RANGES = 20;
  private static final QueryWindow WINDOW =
      QueryWindow.of(new TimeRange(0, SLOTS * 10_000L - 1000), null);

  private final SeriesStages stages = new SeriesStages(null, null, WINDOW);
  private final HistogramAdder adder = new HistogramAdder(stages, _ -> {});
  private final HistogramSums fixedSums = new HistogramSums();
  private final HistogramSums twoShapesSums = new HistogramSums();
  private final HistogramSums exponentialSums = new HistogramSums();
  private final PointBuffer fixed = new PointBuffer();
  private final PointBuffer otherFixed = new PointBuffer();
  private final PointBuffer exponential = new PointBuffer();
  private final PointBuffer plain = new PointBuffer();
  private final Accumulator average =
      PartialPlan.of(
              new NodeQuery(
                  new SeriesFilter("m", List.of(), false),
                  stages,
                  new Grouping(Set.of(), Aggregator.AVG, false, WINDOW, false),
                  false,
                  Resolution.RAW))
          .newAccumulator();

  @Setup
  public void fill() {
    var random = new Random(1);
    for (int i = 0; i < SLOTS; i++) {
      long time = i * 10_000L;
      add(fixed, time, fixed(1), random);
      add(otherFixed, time, fixed(2), random);
      add(exponential, time, exponential(random.nextInt(-5, 5)), random);
      plain.add(time, random.nextInt(1000) + 0.5);
    }
    adder.add(exponential, exponentialSums);
  }

  private static void add(PointBuffer series, long time, HistogramShape shape, Random random) {
    Histograms histograms = series.histograms();
    int handle = histograms.add(shape);
    for (int i = 0; i < shape.counts(); i++) {
      histograms.words()[handle + 1 + i] = random.nextInt(100);
    }
    series.addHistogram(time, handle);
  }

  private static HistogramShape fixed(int width) {
    float[] lower = new float[RANGES];
    float[] upper = new float[RANGES];
    for (int i = 0; i < RANGES; i++) {
      lower[i] = i * width;
      upper[i] = (i + 1) * width;
    }
    return FixedShape.of(lower, upper);
  }

  private static HistogramShape exponential(int first) {
    return new ExponentialShape(3, 0, new Span(first, RANGES), Span.NONE, true);
  }

  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public HistogramSums addFixed() {
    adder.add(fixed, fixedSums);
    return fixedSums;
  }

  /// Adds two series to a group whose histograms have other ranges; times are per pair.
  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public HistogramSums addTwoShapes() {
    adder.add(fixed, twoShapesSums);
    adder.add(otherFixed, twoShapesSums);
    return twoShapesSums;
  }

  /// Adds histograms of which each has other ranges than the one before.
  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public HistogramSums addExponential() {
    adder.add(exponential, exponentialSums);
    return exponentialSums;
  }

  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public boolean addPlain() {
    return average.add(plain, false);
  }
}
