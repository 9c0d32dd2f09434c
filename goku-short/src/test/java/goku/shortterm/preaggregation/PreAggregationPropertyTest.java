package goku.shortterm.preaggregation;

import static goku.shortterm.preaggregation.Asked.MINUTE;
import static goku.shortterm.preaggregation.Asked.NOW;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.finalize.FinalizeRecord;
import goku.model.NameHash;
import goku.model.PreAggregation;
import goku.model.SeriesFilter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.aggregator.Aggregator;
import goku.shortterm.shard.FinalizingShard;
import goku.shortterm.shard.ShardFixture;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/// Tests that queries have equal answers with and without cells, after random writes (also late and
/// repeated), deletes, finalizations, expiry and changes of rules.
class PreAggregationPropertyTest {
  private static final List<Aggregator> AGGREGATORS =
      List.of(
          Aggregator.SUM,
          Aggregator.ZIMSUM,
          Aggregator.PFSUM,
          Aggregator.AVG,
          Aggregator.COUNT,
          Aggregator.MIN,
          Aggregator.MIMMIN,
          Aggregator.MAX,
          Aggregator.MIMMAX,
          Aggregator.SQUARE_SUM);
  private static final List<Aggregator> FUNCTIONS =
      List.of(
          Aggregator.SUM,
          Aggregator.AVG,
          Aggregator.COUNT,
          Aggregator.MIN,
          Aggregator.MAX,
          Aggregator.FIRST,
          Aggregator.LAST,
          Aggregator.MEDIAN);
  private static final List<ChronoUnit> UNITS =
      List.of(
          ChronoUnit.MINUTES,
          ChronoUnit.HOURS,
          ChronoUnit.HOURS,
          ChronoUnit.DAYS,
          ChronoUnit.WEEKS);

  /// Hours of some begin in the middle of those of UTC. Days of the last two begin within the hours
  /// that have datapoints.
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("America/St_Johns"),
          ZoneId.of("Asia/Kathmandu"),
          ZoneOffset.ofHours(13),
          ZoneOffset.ofHoursMinutes(14, 30));

  private static final int HOURS = 7;
  private static int queries;
  private static int fromCells;
  private static int partly;

  /// Fails if no query used cells: comparing series with themselves would always pass.
  @AfterContainer
  static void cellsWereUsed() {
    assertThat(fromCells).isGreaterThan(queries / 100);
    assertThat(partly).isPositive();
  }

  @Property(
      tries = 10,
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE,
      afterFailure = AfterFailureMode.PREVIOUS_SEED)
  void cellsAnswerAsSeriesDo(@ForAll long seed) {
    compare(seed);
  }

  /// The same comparisons in every build. They show each known kind of wrong answer.
  @Property(
      tries = 20,
      seed = "36",
      shrinking = ShrinkingMode.OFF,
      edgeCases = EdgeCasesMode.NONE,
      afterFailure = AfterFailureMode.PREVIOUS_SEED)
  void cellsAnswerAsSeriesDoWithTheSeedsOfEveryBuild(@ForAll long seed) {
    compare(seed);
  }

  private static void compare(long seed) {
    var random = new Random(seed);
    try (var shard = new FinalizingShard()) {
      var run = new Run(shard.fixture(), random);
      for (int step = 0; step < 14; step++) {
        run.step();
        for (int i = 0; i < 8; i++) {
          run.ask();
        }
      }
    }
  }

  /// One life of a shard.
  private static final class Run {
    private final ShardFixture fixture;
    private final Random random;
    private List<PreAggregation> rules = new ArrayList<>();

    /// The time between two datapoints of a series, of one run.
    private final long step;

    private final boolean regular;

    Run(ShardFixture fixture, Random random) {
      this.fixture = fixture;
      this.random = random;
      step = List.of(10_000L, MINUTE, 2 * MINUTE, 5 * MINUTE).get(random.nextInt(4));
      regular = random.nextInt(3) > 0;
      fixture.shard.preAggregates().follow(() -> rules, 60);
      changeRules();
    }

    private void changeRules() {
      List<Integer> minutes = List.of(1, 1, 1, 5, 60, 120);
      rules = new ArrayList<>();
      if (random.nextInt(6) > 0) {
        List<String> keep =
            List.of(List.of("dc"), List.of("dc", "kind"), List.<String>of()).get(random.nextInt(3));
        var interval = Duration.ofMinutes(minutes.get(random.nextInt(minutes.size())));
        rules.add(new PreAggregation("cpu", keep, interval));
      }
      rules.add(new PreAggregation("mem", List.of("dc"), Duration.ofMinutes(1)));
      fixture.shard.tick(0);
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0 -> changeRules();
        case 1 -> delete();
        case 2 -> decideToFinalize();
        case 3 -> scatter(random.nextInt(200));
        case 4 -> scatter(random.nextInt(5));
        default -> stretch();
      }
      if (random.nextInt(3) > 0) {
        settle();
      } else {
        fixture.shard.proceed();
      }
    }

    private void settle() {
      fixture.shard.tick(0);
      while (!fixture.shard.preAggregates().isSettled()) {
        fixture.shard.proceed();
      }
    }

    /// Now and then a metric is blocked, and its datapoints go.
    private void decideToFinalize() {
      List<Long> leftOut =
          random.nextInt(4) == 0 ? List.of(NameHash.of("cpu".getBytes(UTF_8))) : List.of();
      long through = NOW - random.nextInt(HOURS * 60) * MINUTE;
      fixture.append(new FinalizeRecord(through, false, leftOut).toBytes());
    }

    /// All series report for a while, in turn, as agents do.
    private void stretch() {
      long time = NOW - random.nextInt(HOURS * 60) * MINUTE;
      int count = 1 + random.nextInt((int) (120 * MINUTE / step));
      for (int i = 0; i < count; i++, time += step) {
        for (int host = 0; host < 12; host++) {
          if (regular || random.nextInt(50) > 0) {
            fixture.add(name(host), time + (regular ? 0 : host * 100L), value());
          }
        }
      }
      fixture.send();
    }

    private void scatter(int points) {
      for (int i = 0; i < points; i++) {
        long time = NOW - random.nextInt(HOURS * 60) * MINUTE + random.nextInt(3) * 7L;
        fixture.add(name(random.nextInt(20)), time, value());
      }
      fixture.send();
    }

    private double value() {
      return switch (random.nextInt(30)) {
        case 0 -> 0.0;
        case 1 -> -0.0;
        case 2 -> random.nextGaussian() * 1e15;
        default -> random.nextInt(1000) / 8.0 - 20;
      };
    }

    private static String name(int host) {
      String metric = host == 3 ? "mem" : "cpu";
      String kind = host % 5 == 0 ? "" : " kind=k" + host % 2;
      String rack = host % 7 == 0 ? " rack=r" + host % 3 : "";
      return "%s dc=dc%d host=h%d%s%s".formatted(metric, host % 3, host / 2, kind, rack);
    }

    private void delete() {
      long from = NOW - random.nextInt(HOURS * 60) * MINUTE;
      List<TagFilter> filters =
          random.nextBoolean()
              ? List.of()
              : List.of(
                  new TagFilter.LiteralOr(
                      "host", Set.of("h" + random.nextInt(6)), false, false, false));
      boolean all = random.nextInt(5) == 0;
      fixture.delete(
          new SeriesFilter("cpu", filters, false),
          all ? ShardFixture.ALWAYS : new TimeRange(from, from + random.nextInt(200) * MINUTE));
    }

    void ask() {
      Asked asked = query();
      queries++;
      Asked.Answer answer = asked.of(fixture.reader);
      asked.assertSame(answer, asked.ofSeries(fixture.reader));
      fromCells += answer.isFromCells() ? 1 : 0;
      partly += answer.origins().size() > 1 ? 1 : 0;
    }

    private Asked query() {
      List<Integer> minutes = List.of(1, 1, 2, 5, 10, 60, 120);
      Interval interval =
          switch (random.nextInt(12)) {
            case 0 -> new Interval.Everything();
            case 1, 2 -> calendar();
            default -> new Interval.Fixed(minutes.get(random.nextInt(minutes.size())) * MINUTE);
          };
      List<FillPolicy> fills =
          List.of(
              FillPolicy.NONE, FillPolicy.NONE, FillPolicy.NAN, FillPolicy.NULL, FillPolicy.ZERO);
      var any =
          new Downsample(
              interval,
              FUNCTIONS.get(random.nextInt(FUNCTIONS.size())),
              fills.get(random.nextInt(fills.size())));
      long end = NOW - random.nextInt(HOURS * 60) * MINUTE + random.nextInt(2) * 500L;
      long start = end - (1 + random.nextInt(240)) * MINUTE;
      if (random.nextInt(4) == 0) { // a step may begin with the range only on the hour
        start -= start % (60 * MINUTE);
      }
      Downsample downsample =
          random.nextInt(8) == 0 && interval instanceof Interval.Fixed fixed
              ? new Downsample(
                  new Interval.Aligned(fixed.lengthMillis(), start), any.function(), any.fill())
              : any;
      return new Asked(
          AGGREGATORS.get(random.nextInt(AGGREGATORS.size())), downsample, filters(), start, end);
    }

    private Interval calendar() {
      ChronoUnit unit = UNITS.get(random.nextInt(UNITS.size()));
      int count = unit == ChronoUnit.HOURS ? 1 + random.nextInt(2) : 1;
      return new Interval.Calendar(
          count,
          unit,
          ZONES.get(random.nextInt(ZONES.size())),
          unit.getDuration().multipliedBy(count).toMillis());
    }

    private List<TagFilter> filters() {
      return switch (random.nextInt(6)) {
        case 0 -> List.of(new TagFilter.AnyValue("dc", true));
        case 1 -> List.of(new TagFilter.LiteralOr("dc", Set.of("dc1"), false, true, true));
        case 2 -> List.of(new TagFilter.AnyValue("kind", true));
        default ->
            random.nextInt(8) == 0 ? List.of(new TagFilter.AnyValue("rack", false)) : List.of();
      };
    }
  }
}
