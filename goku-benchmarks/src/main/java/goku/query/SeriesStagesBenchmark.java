package goku.query;

import goku.model.PointBuffer;
import goku.model.TimeRange;
import goku.query.aggregator.Aggregator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The stages of one series of a day at 60 s; times are per stored datapoint.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SeriesStagesBenchmark {
  private static final int POINTS = 1440;
  private static final TimeRange DAY = new TimeRange(0, 86_399_000);

  @Param({"AVG", "MAX", "P99"})
  private Aggregator function = Aggregator.AVG;

  private final PointBuffer points = new PointBuffer();
  private SeriesPipeline downsample = pipeline(null, null);
  private SeriesPipeline rate = pipeline(null, null);

  @Setup
  public void fill() {
    var random = new Random(1);
    for (int i = 0; i < POINTS; i++) {
      points.add(i * 60_000L, random.nextInt(100));
    }
    var hour = new Downsample(new Interval.Fixed(3_600_000), function, FillPolicy.NONE);
    downsample = pipeline(hour, null);
    rate = pipeline(null, RateOptions.PLAIN);
  }

  private static SeriesPipeline pipeline(
      @Nullable Downsample downsample, @Nullable RateOptions rate) {
    return new SeriesPipeline(new SeriesStages(downsample, rate, QueryWindow.of(DAY, downsample)));
  }

  @Benchmark
  @OperationsPerInvocation(POINTS)
  public PointBuffer downsampleToHours() {
    return downsample.apply(points);
  }

  @Benchmark
  @OperationsPerInvocation(POINTS)
  public PointBuffer rate() {
    return rate.apply(points);
  }
}
