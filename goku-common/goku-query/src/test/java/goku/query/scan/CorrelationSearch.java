package goku.query.scan;

import goku.model.Blocklist;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.aggregator.Aggregator;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.correlation.Counter;
import goku.query.correlation.Needle;
import goku.query.correlation.Score;
import goku.query.search.ChangeQuery;
import goku.query.search.CorrelationQuery;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SearchAnswer;
import goku.query.search.SeriesSearch;
import goku.query.shard.ShardData;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// A maker of searches with a slot for each minute from the hour 1 on.
final class CorrelationSearch {
  static final long START = 3_600_000;
  static final long MINUTE = 60_000;
  static final QueryLimits LIMITS =
      new QueryLimits(1_000_000, 1_000_000_000, Duration.ofMinutes(1));

  private CorrelationSearch() {}

  static CorrelationQuery query(double[] needle, Score score, int maxLag, int top) {
    return new CorrelationQuery(
        haystack(), stages(needle.length), Resolution.RAW, Needle.of(needle, score, maxLag), top);
  }

  static ChangeQuery changes(int baseline, int slots, int top) {
    return new ChangeQuery(haystack(), stages(slots), Resolution.RAW, baseline, top);
  }

  private static Haystack haystack() {
    return new Haystack(
        new SeriesFilter("m", List.of(), false), List.of(MetricPattern.ANY), Blocklist.NONE);
  }

  private static SeriesStages stages(int slots) {
    var range = new TimeRange(START, START + (slots - 1) * MINUTE);
    var downsample = new Downsample(new Interval.Fixed(MINUTE), Aggregator.AVG, FillPolicy.NONE);
    return new SeriesStages(downsample, null, QueryWindow.of(range, downsample));
  }

  /// Stores a datapoint for each slot; NaN stands for none.
  static void put(MemoryShard shard, SeriesName name, double... values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        shard.put(name, START + i * MINUTE, values[i]);
      }
    }
  }

  /// Returns the values, or the rates of a counter.
  static double[] withoutCounters(double[] values) {
    var points = new PointBuffer();
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        points.add(i * MINUTE, values[i]);
      }
    }
    if (!Counter.matches(points)) {
      return values;
    }
    double[] rates = new double[values.length];
    Arrays.fill(rates, Double.NaN);
    var into = new PointBuffer();
    Counter.rates(points, into);
    for (int i = 0; i < into.size(); i++) {
      rates[(int) (into.timestamps()[i] / MINUTE)] = into.values()[i];
    }
    return rates;
  }

  /// Searches on two threads. Requires that no memory is held afterwards.
  static SearchAnswer answer(SeriesSearch query, List<? extends ShardData> shards)
      throws InterruptedException {
    var memory = new QueryMemory(1L << 30);
    try (var executor = new FairExecutor("test", 2);
        var control = new QueryControl(LIMITS, memory)) {
      SearchAnswer answer = SearchScan.run(List.copyOf(shards), query, control, executor);
      if (control.heldBytes() != 0) {
        throw new AssertionError("bytes held after the search: " + control.heldBytes());
      }
      return answer;
    }
  }
}
