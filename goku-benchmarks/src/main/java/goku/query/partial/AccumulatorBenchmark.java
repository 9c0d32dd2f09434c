package goku.query.partial;

import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Grouping;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import java.util.List;
import java.util.Set;
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

/// Adding one series of a day in buckets of a minute to its group; times are per slot.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AccumulatorBenchmark {
  private static final int SLOTS = 1440;

  @Param({"SUM", "AVG", "MAX"})
  private Aggregator aggregator = Aggregator.SUM;

  private final PointBuffer whole = new PointBuffer();
  private final PointBuffer gaps = new PointBuffer();
  private Accumulator state = plan(Aggregator.SUM).newAccumulator();
  private Accumulator other = plan(Aggregator.SUM).newAccumulator();

  private static PartialPlan plan(Aggregator aggregator) {
    var downsample = new Downsample(new Interval.Fixed(60_000), Aggregator.AVG, FillPolicy.NONE);
    var window = QueryWindow.of(new TimeRange(0, SLOTS * 60_000L - 1000), downsample);
    return PartialPlan.of(
        new NodeQuery(
            new SeriesFilter("m", List.of(), false),
            new SeriesStages(downsample, null, window),
            new Grouping(Set.of(), aggregator, false, window, false),
            false,
            Resolution.RAW));
  }

  @Setup
  public void fill() {
    for (int i = 0; i < SLOTS; i++) {
      whole.add(i * 60_000L, i % 97);
      if (i % 3 == 0) {
        gaps.add(i * 60_000L, i % 97);
      }
    }
    state = plan(aggregator).newAccumulator();
    other = plan(aggregator).newAccumulator();
  }

  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public boolean addAligned() {
    return state.add(whole, false);
  }

  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public boolean addInterpolated() {
    return state.add(gaps, false);
  }

  @Benchmark
  @OperationsPerInvocation(SLOTS)
  public boolean mergeStates() {
    return state.merge(other);
  }
}
