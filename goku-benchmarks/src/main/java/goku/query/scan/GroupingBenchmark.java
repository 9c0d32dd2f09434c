package goku.query.scan;

import goku.model.Tag;
import goku.model.TimeRange;
import goku.query.Grouping;
import goku.query.QueryWindow;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import java.time.Duration;
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

/// Putting 100,000 series of eleven tags into groups; times are per series.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GroupingBenchmark {
  private static final int SERIES = 100_000;
  private static final int TAGS = 11;

  @Param({"1", "1000", "100000"})
  private int groups;

  private final SeriesSelection selection = new Selection();
  private final int[] terms = new int[SERIES * TAGS];

  /// The first key has a value for each group, the second one for each series, the others few.
  @Setup
  public void tags() {
    for (int i = 0; i < terms.length; i++) {
      int position = i / TAGS;
      int value =
          switch (i % TAGS) {
            case 0 -> position % groups;
            case 1 -> position;
            default -> position % (i % TAGS * 5);
          };
      terms[i] = i % TAGS + TAGS * value;
    }
  }

  @Benchmark
  @OperationsPerInvocation(SERIES)
  public Object groupByOneKey() {
    var window = QueryWindow.of(new TimeRange(0, 1000), null);
    var grouping = new Grouping(Set.of("key0"), Aggregator.SUM, false, window, false);
    var limits = new QueryLimits(SERIES, SERIES, Duration.ofMinutes(1));
    try (var control = new QueryControl(limits, new QueryMemory(1 << 30))) {
      return GroupOrder.of(selection, grouping, control);
    }
  }

  private final class Selection implements SeriesSelection {
    @Override
    public int size() {
      return SERIES;
    }

    @Override
    public String metric(int position) {
      return "m";
    }

    @Override
    public int metricTerm(int position) {
      return 0;
    }

    @Override
    public int tagTerms(int position, int[] into) {
      System.arraycopy(terms, position * TAGS, into, 0, TAGS);
      return TAGS;
    }

    @Override
    public int keyOf(int term) {
      return term % TAGS;
    }

    @Override
    public Tag tag(int term) {
      return new Tag("key" + term % TAGS, "value" + term / TAGS);
    }

    @Override
    public SeriesReader reader() {
      return (position, into) -> into.clear();
    }

    @Override
    public void close() {}
  }
}
