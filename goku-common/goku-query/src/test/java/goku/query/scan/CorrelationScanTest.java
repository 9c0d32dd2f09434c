package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.eventloop.EventLoop;
import goku.eventloop.NeedsThreadException;
import goku.model.BlockRule;
import goku.model.Blocklist;
import goku.model.HistogramMetric;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.NameKind;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.correlation.Score;
import goku.query.search.Candidate;
import goku.query.search.Comparisons;
import goku.query.search.CorrelationQuery;
import goku.query.search.Edge;
import goku.query.search.Edges;
import goku.query.search.Finding;
import goku.query.search.Haystack;
import goku.query.search.MetricPattern;
import goku.query.search.SearchAnswer;
import goku.query.search.SlotValues;
import goku.query.shard.ShardData;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class CorrelationScanTest {
  private static final double GAP = Double.NaN;
  private static final double[] NEEDLE = {1, 2, 4, 3, 7, 5, 9, 8, 6, 2};

  private static final double[] OPPOSITE = Arrays.stream(NEEDLE).map(value -> -value).toArray();

  private final MemoryShard shard = new MemoryShard();
  private final CorrelationQuery query = CorrelationSearch.query(NEEDLE, Score.PEARSON, 0, 3);

  @Test
  void theBestSeriesAreReturnedWithTheirNames() throws InterruptedException {
    put("same", NEEDLE);
    put("opposite", OPPOSITE);
    put("gap", 1, 2, 4, GAP, 7, 5, 9, 8, 6, 2);
    put("other", 3, 1, 4, 1, 5, 9, 2, 6, 5, 3);
    SearchAnswer answer = answer(query);
    assertThat(answer.best())
        .containsExactlyInAnyOrder(
            candidate(1, 0, 10, "same", NEEDLE),
            candidate(-1, 0, 10, "opposite", OPPOSITE),
            candidate(1, 0, 9, "gap", 1, 2, 4, GAP, 7, 5, 9, 8, 6, 2))
        .isSorted();
    assertThat(answer.comparisons()).isEqualTo(new Comparisons(4, 0, 0));
  }

  @Test
  void aLagIsFoundByEarlierAndLaterValues() throws InterruptedException {
    put("late", 9, 9, 1, 2, 4, 3, 7, 5, 9, 8);
    CorrelationQuery lagged = CorrelationSearch.query(NEEDLE, Score.PEARSON, 2, 3);
    assertThat(answer(lagged).best())
        .containsExactly(candidate(1, 2, 8, "late", 9, 9, 1, 2, 4, 3, 7, 5, 9, 8));
  }

  @Test
  void seriesWithoutACoefficientAreCounted() throws InterruptedException {
    put("constant", 5, 5, 5, 5, 5, 5, 5, 5, 5, 5);
    put("constant2", 6, 6, 6, 6, 6, 6, 6, 6, 6, 6);
    put("short", 1, GAP, 2, GAP, 3, GAP, 4, GAP, 5, 6);
    SearchAnswer answer = answer(query);
    assertThat(answer.best()).isEmpty();
    assertThat(answer.comparisons()).isEqualTo(new Comparisons(0, 2, 1));
  }

  @Test
  void seriesThatBeginOrEndInTheRangeAreListed() throws InterruptedException {
    put("new", GAP, GAP, GAP, GAP, 1, 2, 3, 4, 5, 6);
    put("gone", 1, 2, 3, 4, 5, 6, GAP, GAP, GAP, GAP);
    put("whole", NEEDLE);
    SearchAnswer answer = answer(query);
    assertThat(answer.appeared()).isEqualTo(new Edges(1, List.of(new Edge(name("new"), 4))));
    assertThat(answer.vanished()).isEqualTo(new Edges(1, List.of(new Edge(name("gone"), 5))));
  }

  @Test
  void ofManySeriesThatAppearASampleHasNames() throws InterruptedException {
    int count = Edges.MOST + 1;
    for (int i = 0; i < count; i++) {
      put("h" + i, GAP, GAP, GAP, GAP, 1, 2);
    }
    Edges appeared = answer(query).appeared();
    assertThat(appeared.count()).isEqualTo(count);
    assertThat(appeared.sample()).hasSize(Edges.MOST).isSorted();
  }

  @Test
  void seriesWithoutAValueInTheRangeAreNotCounted() throws InterruptedException {
    long hour = 3_600_000;
    shard.put(name("before"), hour - 1, 1);
    shard.put(name("after"), CorrelationSearch.START + hour - 1, 1);
    SearchAnswer answer = answer(query);
    assertThat(answer.comparisons()).isEqualTo(Comparisons.NONE);
  }

  /// The rates are the needle's values, which the counter itself does not resemble.
  @Test
  void countersAreComparedByTheirRates() throws InterruptedException {
    double value = 1e15;
    long time = CorrelationSearch.START - CorrelationSearch.MINUTE;
    shard.put(name("counter"), time, value);
    for (double rate : NEEDLE) {
      value += 60 * rate;
      time += CorrelationSearch.MINUTE;
      shard.put(name("counter"), time, value);
    }
    assertThat(answer(query).best())
        .containsExactly(
            new Candidate(
                new Finding.Correlated(1, 0, 9),
                name("counter"),
                SlotValues.ofRates(GAP, 2, 4, 3, 7, 5, 9, 8, 6, 2)));
  }

  @Test
  void onlyMetricsOfTheHaystackAreCompared() throws InterruptedException {
    List<String> metrics = List.of("app.a", "app.b", "apple", "db", "app.secret");
    for (String metric : metrics) {
      CorrelationSearch.put(shard, SeriesName.of(metric, Map.of("host", "h")), NEEDLE);
      String marked = HistogramMetric.of(metric);
      CorrelationSearch.put(shard, SeriesName.of(marked, Map.of("host", "h")), NEEDLE);
    }
    var secret = new Blocklist(Set.of(new BlockRule("app.secret", false)));
    var some = List.of(new MetricPattern("app.", true), new MetricPattern("db", false));
    assertThat(compared(some, secret)).containsExactlyInAnyOrder("app.a", "app.b", "db");
    assertThat(compared(List.of(MetricPattern.ANY), Blocklist.NONE))
        .containsExactlyInAnyOrderElementsOf(metrics);
    assertThat(compared(List.of(new MetricPattern("app", false)), Blocklist.NONE)).isEmpty();
  }

  private List<String> compared(List<MetricPattern> metrics, Blocklist excluded)
      throws InterruptedException {
    var all = new SeriesFilter(null, List.of(), false);
    var wide =
        new CorrelationQuery(
            new Haystack(all, metrics, excluded),
            query.stages(),
            query.resolution(),
            query.needle(),
            10);
    SearchAnswer answer = answer(wide);
    assertThat(answer.comparisons()).isEqualTo(new Comparisons(answer.best().size(), 0, 0));
    return answer.best().stream().map(candidate -> candidate.series().metric()).toList();
  }

  @Test
  void severalDatapointsOfASlotAreAveraged() throws InterruptedException {
    put("same", NEEDLE);
    for (int i = 0; i < NEEDLE.length; i++) {
      long start = CorrelationSearch.START + i * CorrelationSearch.MINUTE;
      shard.put(name("same"), start + 20_000, NEEDLE[i] + 5);
      shard.put(name("same"), start + 40_000, NEEDLE[i] - 5);
    }
    assertThat(answer(query).best()).containsExactly(candidate(1, 0, 10, "same", NEEDLE));
  }

  @Test
  void theLargestLagAndDamageFoundBySelectionsAreReported() throws InterruptedException {
    long start = CorrelationSearch.START;
    var late = new LateShard(shard, 7);
    var hole = new Hole(start, start + 1, HoleCause.DAMAGED);
    late.found = Holes.of(hole);
    var current = new LateShard(new MemoryShard(), 3);
    SearchAnswer answer = CorrelationSearch.answer(query, List.of(late, current));
    assertThat(answer.lagMillis()).isEqualTo(7);
    assertThat(answer.holes()).isEqualTo(Holes.of(hole));
  }

  /// A shard that lags, and finds damage when series are selected.
  private static final class LateShard implements ShardData {
    private final MemoryShard shard;
    private final long lagMillis;
    private Holes found = Holes.NONE;

    LateShard(MemoryShard shard, long lagMillis) {
      this.shard = shard;
      this.lagMillis = lagMillis;
    }

    @Override
    public SeriesSelection select(SeriesFilter filter, TimeRange range, Resolution resolution) {
      shard.setHoles(found);
      return shard.select(filter, range, resolution);
    }

    @Override
    public Holes holes(TimeRange range) {
      return shard.holes(range);
    }

    @Override
    public long lagMillis() {
      return lagMillis;
    }

    @Override
    public boolean knows(NameKind kind, String name) {
      return shard.knows(kind, name);
    }

    @Override
    public List<String> suggest(NameKind kind, String prefix, int max) {
      return shard.suggest(kind, prefix, max);
    }

    @Override
    public boolean awaitApplied(long offset, Duration timeout) {
      return shard.awaitApplied(offset, timeout);
    }
  }

  @Test
  void theHolesOfAllShardsAreReported() throws InterruptedException {
    var other = new MemoryShard();
    long start = CorrelationSearch.START;
    var hole = new Hole(start, start + 1, HoleCause.DAMAGED);
    var otherHole = new Hole(start + 5, start + 6, HoleCause.LOG_LOST);
    shard.setHoles(Holes.of(hole));
    other.setHoles(Holes.of(otherHole));
    assertThat(CorrelationSearch.answer(query, List.of(shard, other)).holes())
        .isEqualTo(Holes.of(hole, otherHole));
  }

  @Test
  void seriesAreCountedAgainstTheLimitBeforeAnyIsRead() {
    fill(20);
    assertStops(limits(19, 1000), Reason.SERIES)
        .hasMessageContaining("more than 19 series")
        .hasMessageEndingWith("raise correlate.max-series");
  }

  @Test
  void datapointsAreCountedWhileTheyAreRead() {
    fill(20);
    assertStops(limits(20, 199), Reason.DATAPOINTS)
        .hasMessageContaining("more than 199 datapoints")
        .hasMessageEndingWith("raise correlate.max-datapoints");
  }

  @Test
  void aSearchStopsAfterItsTimeout() {
    fill(20);
    assertStops(new QueryLimits(20, 1000, Duration.ZERO), Reason.TIMEOUT);
  }

  @Test
  void aCancelledSearchStopsWhileItWaitsForAThread() throws Exception {
    fill(20);
    var memory = new QueryMemory(1L << 30);
    var cancelled = new CountDownLatch(1);
    try (var executor = new FairExecutor("test", 1);
        var control = new QueryControl(CorrelationSearch.LIMITS, memory)) {
      Future<Void> other =
          executor
              .lane()
              .submit(
                  () -> {
                    cancelled.await();
                    return null;
                  });
      Thread operator =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (control.series() < 20) {
                      Thread.onSpinWait();
                    }
                    control.cancel("enough");
                    cancelled.countDown();
                  });
      assertThatThrownBy(() -> SearchScan.run(List.of(shard), query, control, executor))
          .isInstanceOf(InterruptedException.class);
      operator.join();
      other.get();
      assertThat(control.datapoints()).isZero();
      assertThat(control.heldBytes()).isZero();
    }
  }

  @Test
  void aSearchNeedsMemoryForItsAnswer() {
    var memory = new QueryMemory(1 << 20);
    assertStops(CorrelationSearch.LIMITS, memory, Reason.MEMORY);
    assertThat(memory.heldBytes()).isZero();
  }

  @Test
  void anEventLoopDoesNotSearch() {
    Runnable search =
        () -> assertThatThrownBy(() -> answer(query)).isInstanceOf(NeedsThreadException.class);
    assertThat(EventLoop.tryRun(search)).isTrue();
  }

  private static QueryLimits limits(long maxSeries, long maxDatapoints) {
    return new QueryLimits(maxSeries, maxDatapoints, Duration.ofMinutes(1), QueryLimits.CORRELATE);
  }

  private void fill(int count) {
    IntStream.range(0, count).forEach(i -> put("h" + i, NEEDLE));
  }

  private AbstractThrowableAssert<?, ?> assertStops(QueryLimits limits, Reason reason) {
    return assertStops(limits, new QueryMemory(1L << 30), reason);
  }

  private AbstractThrowableAssert<?, ?> assertStops(
      QueryLimits limits, QueryMemory memory, Reason reason) {
    try (var executor = new FairExecutor("test", 2);
        var control = new QueryControl(limits, memory)) {
      var assertion =
          assertThatThrownBy(() -> SearchScan.run(List.of(shard), query, control, executor));
      assertThat(control.heldBytes()).isZero();
      return assertion.isInstanceOfSatisfying(
          QueryStoppedException.class, stopped -> assertThat(stopped.reason()).isEqualTo(reason));
    }
  }

  private static Candidate candidate(
      double coefficient, int lag, int common, String host, double... values) {
    return new Candidate(
        new Finding.Correlated(coefficient, lag, common), name(host), SlotValues.of(values));
  }

  private static SeriesName name(String host) {
    return SeriesName.of("m", Map.of("host", host, "dc", "x"));
  }

  private void put(String host, double... values) {
    CorrelationSearch.put(shard, name(host), values);
  }

  private SearchAnswer answer(CorrelationQuery search) throws InterruptedException {
    return CorrelationSearch.answer(search, List.of(shard));
  }
}
