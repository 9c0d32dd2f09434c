package goku.query.correlation;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The comparison of series of noise with a random walk, next to the sum of their values; times are
/// per series. Nearly no series is a candidate, as in a search over a million.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CorrelatorBenchmark {
  private static final int SERIES = 1000;
  private static final double THRESHOLD = 0.95;

  @Param({"120", "1440"})
  private int slots;

  @Param({"0", "5"})
  private int maxLag;

  @Param({"PEARSON", "SPEARMAN"})
  private Score score = Score.PEARSON;

  private final Slots[] full = new Slots[SERIES];
  private final Slots[] gaps = new Slots[SERIES];
  private Correlator correlator = new Correlator(Needle.of(walk(new Random(1), 8), score, 0));

  @Setup
  public void fill() {
    var random = new Random(1);
    correlator = new Correlator(Needle.of(walk(random, slots), score, maxLag));
    for (int i = 0; i < SERIES; i++) {
      double[] values = random.doubles(slots).toArray();
      full[i] = Slots.of(values);
      values[random.nextInt(slots)] = Double.NaN;
      gaps[i] = Slots.of(values);
    }
  }

  private static double[] walk(Random random, int size) {
    double[] values = new double[size];
    double value = 0;
    for (int i = 0; i < size; i++) {
      value += random.nextGaussian();
      values[i] = value;
    }
    return values;
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public int compareFullSeries() {
    return candidates(full);
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public int compareSeriesWithAGap() {
    return candidates(gaps);
  }

  private int candidates(Slots[] all) {
    int candidates = 0;
    for (Slots series : all) {
      candidates += correlator.compare(series, THRESHOLD) == Outcome.CANDIDATE ? 1 : 0;
    }
    return candidates;
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public double sumValues() {
    double sum = 0;
    for (Slots series : full) {
      for (double value : series.values()) {
        sum += value;
      }
    }
    return sum;
  }
}
